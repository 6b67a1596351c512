// SPDX-License-Identifier: Apache-2.0
#include "explain.h"

#include <stdio.h>

#include "json.h"
#include "launch.h"
#include "options.h"

int explain(int argc, char **argv) {
  Launch launch = {0};
  SortedOptions sorted = {0};
  parse_launch(&launch, argc, argv);
  sort_options(&launch, &sorted);
  printf("{");
  json_field("cold", launch.cold, false);
  json_field("detail", launch.detail, false);
  json_field("mode", mode_name(launch.mode), false);
  json_field("main", launch.main, false);
  json_list("arguments", &launch.arguments, false);
  json_list("options", &launch.options, false);
  json_list("notices", &launch.notices, false);
  json_list("server options", &sorted.server, false);
  json_list("properties", &sorted.properties, false);
  json_list("files", &sorted.files, false);
  json_field("class path", sorted.class_path, true);
  printf("}\n");
  return 0;
}
