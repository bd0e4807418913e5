#pragma once
/// docs/scene-format.md, made from the tables that load and save a scene.

/// The whole page in Markdown. Free with vl_free().
char *vl_scene_format_markdown(void);
