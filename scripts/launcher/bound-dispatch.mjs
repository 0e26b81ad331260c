import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The bounded stamp marks builds of `pcap` with our change. */
export const boundedStamp = ', bounded dispatch';

const changes = [
  ['    int packet_count;\n    do {\n', '    int packet_count;\n    int budget = 1024;\n    do {\n'],
  ['    } while (packet_count > 0);\n', '    } while (packet_count > 0 && --budget > 0);\n'],
];

/**
 * Bounds the loop of `pcap` that delivers packets until the kernel's ring is empty: in a flood it never is, and the
 * thread would do nothing else for seconds. Returns whether the source was changed now, so that it has to be built anew.
 * Another version of the source is left as it is: it works, but for that.
 */
export function boundDispatch(directory) {
  const path = join(directory, 'pcap_session.cc');
  const before = readFileSync(path, 'utf8');
  if (!changes.every(([from]) => before.split(from).length === 2)) return false;
  const after = changes.reduce((text, [from, to]) => text.replace(from, to), before);
  writeFileSync(path, after);
  return true;
}
