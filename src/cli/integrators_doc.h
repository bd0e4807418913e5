#pragma once
/// docs/integrators.md, made from the table of integrators.

/// The whole page in Markdown. Free with vl_free().
char *vl_integrators_markdown(void);
