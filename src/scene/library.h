#pragma once
/// The library that reads and writes YAML.

/// Its version, such as "0.2.5", as it runs.
const char *vl_scene_yaml_version(void);
