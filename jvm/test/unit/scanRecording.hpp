// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// Looks at the page cache of H2 as -Xlog:balancer=trace has them, and their replay.
#pragma once

#include "gc/parallel/balancer/scanText.hpp"

#include <istream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace scans {

struct Look {
  ScanSample sample;                        // without what is resident
  std::vector<ScanSample::Part> resident;
  bool resumed;
  std::string drops;                        // " 3 7s": as logged
};

template <typename T> bool take(std::map<std::string, std::string>* fields, const char* name, T* value) {
  std::istringstream in((*fields)[name]);
  fields->erase(name);
  return !(in >> *value).fail() && in.peek() == EOF;
}

inline bool read_resident(const std::string& text, std::vector<ScanSample::Part>* parts) {
  const std::string letters = "NSAU";
  std::istringstream in(text);
  char letter = 0;
  for (uint number = 0; in >> number; ) {
    const size_t part = in >> letter ? letters.find(letter) : std::string::npos;
    if (part == std::string::npos) {
      return false;
    }
    parts->insert(parts->end(), number, (ScanSample::Part)part);
  }
  return in.eof() && !parts->empty();
}

// "look name=value ... -> drop 3 7s"; whether it is one.
inline bool read_look(const std::string& line, Look* look) {
  const std::string start = "look ", arrow = " -> drop";
  const size_t at = line.find(arrow);
  if (line.compare(0, start.size(), start) != 0 || at == std::string::npos) {
    return false;
  }
  look->drops = line.substr(at + arrow.size());
  std::map<std::string, std::string> fields;
  std::istringstream words(line.substr(start.size(), at - start.size()));
  for (std::string word; words >> word; ) {
    fields[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
  }
  ScanSample* const s = &look->sample;
  const std::string resident = fields["resident"];
  fields.erase("resident");
  return take(&fields, "now", &s->now) && take(&fields, "chunk", &s->chunk) && take(&fields, "cache", &s->cache) && take(&fields, "free", &s->free) &&
         take(&fields, "fresh", &s->is_fresh) && take(&fields, "slack", &s->slack) && take(&fields, "turnover", &s->turnover) && take(&fields, "read", &s->read) &&
         take(&fields, "again", &s->again) && take(&fields, "resumed", &look->resumed) && fields.empty() && read_resident(resident, &look->resident);
}

// Decides looks as DropBehind does.
class Replay {
  std::vector<ScanChunk> _chunks;
  std::vector<uint> _drop;
  ScanState _state = {};

public:
  // What is to be dropped; of these, those that the look says have stayed do.
  std::string decide(Look* look) {
    const uint num = (uint)look->resident.size();
    if (_chunks.size() != num) {
      _chunks.assign(num, {});
      _drop.resize(num);
      _state.chunks = _chunks.data();
      for (uint i = 0; i < num; i++) {
        CyclicScans::stayed(&_state, i, 0);
      }
    }
    look->sample.resident = look->resident.data();
    look->sample.num = num;
    if (look->resumed) {
      CyclicScans::resume(look->resident.data(), num, &_state);
    }
    const uint drops = CyclicScans::decide(look->sample, &_state, _drop.data());
    std::ostringstream text;
    for (uint i = 0; i < drops; i++) {
      const std::string name = " " + std::to_string(_drop[i]);
      const bool stayed = (look->drops + " ").find(name + "s ") != std::string::npos;
      if (stayed) {
        CyclicScans::stayed(&_state, _drop[i], look->sample.chunk);
      }
      text << name << (stayed ? "s" : "");
    }
    return text.str();
  }
};

// What is wrong with a recording, or is decided otherwise now; empty if nothing is.
inline std::string replay(std::istream& in, size_t* looks) {
  Replay now;
  int number = 0;
  *looks = 0;
  for (std::string line; std::getline(in, line); ) {
    number++;
    if (line.empty() || line[0] == '#') {
      continue;
    }
    Look look = {};
    if (!read_look(line, &look)) {
      return "line " + std::to_string(number) + ": no look";
    }
    const std::string drops = now.decide(&look);
    if (drops != look.drops) {
      return "line " + std::to_string(number) + ": drops" + drops + ", recorded was" + look.drops;
    }
    ++*looks;
  }
  return *looks > 0 ? "" : "no looks";
}

} // namespace scans
