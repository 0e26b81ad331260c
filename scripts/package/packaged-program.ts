import { createRequire } from 'node:module';
import { join } from 'node:path';
import agentManifest from '../../agent/package.json' with { type: 'json' };
import resolverManifest from '../../resolver-plugin/package.json' with { type: 'json' };
import { rootDirectory } from '../check/package-program.ts';
import type { DebianPackage } from './debian-tree.ts';

/**
 * A packaged program lists the parts that become a single executable and a Debian package. Paths are below the root.
 */
export interface PackagedProgram extends DebianPackage {
  readonly entry: string;
  /** Scripts of threads, by the name that the executable knows them under. */
  readonly workers: Readonly<Record<string, string>>;
  /** Files that find their neighbours on disk, and what stands in for them where all is in one executable. */
  readonly standIns: Readonly<Record<string, string>>;
  /** Further content, by name: absolute paths. */
  readonly assets: () => Readonly<Record<string, string>>;
  /** Packages in the executable that no bundled file comes from. */
  readonly packages: readonly string[];
}

const shippingStandIn = {
  'sensor/ship/start-worker.ts': 'sensor/package/start-worker.ts',
  'sensor/sinks/start-sinks.ts': 'sensor/package/start-sinks.ts',
};
const shippingWorker = {
  'shipper-worker.cjs': 'sensor/ship/shipper-worker.ts',
  'sink-worker.cjs': 'sensor/sinks/sink-worker.ts',
};

const agent: PackagedProgram = {
  name: 'sonde-agent',
  version: agentManifest.version,
  entry: 'agent/package/executable.ts',
  workers: { ...shippingWorker, 'decoder-worker.cjs': 'agent/threads/decoder-worker.ts' },
  standIns: {
    ...shippingStandIn,
    'agent/capture/load-addon.ts': 'agent/package/load-addon.ts',
    'agent/capture/library/load-koffi.ts': 'agent/package/load-koffi.ts',
    'agent/threads/start-decoder.ts': 'agent/package/start-decoder.ts',
  },
  assets: () => ({ 'pcap_binding.node': addonPath() }),
  packages: ['pcap'],
  deploy: 'deploy/agent',
  example: 'agent.example.json',
  guides: ['agent.md', 'agent-reference.md'],
  depends: 'libc6 (>= 2.28), libstdc++6, libpcap0.8 | libpcap0.8t64, passwd',
  suggests: 'xz-utils, lz4, bzip2',
  summary: 'DNS capture agent of Sonde',
  description: [
    'Captures DNS traffic on the wire, pairs queries with their responses, and',
    'ships them to a Sonde collector. It needs no Node.js, and only the privilege',
    'to capture packets.',
  ],
};

const resolver: PackagedProgram = {
  name: 'sonde-resolver',
  version: resolverManifest.version,
  entry: 'resolver-plugin/package/executable.ts',
  workers: { ...shippingWorker, 'policy-worker.cjs': 'resolver-plugin/modules/policy/policy-worker.ts' },
  standIns: {
    ...shippingStandIn,
    'resolver-plugin/modules/policy/start-policy-worker.ts': 'resolver-plugin/package/start-policy-worker.ts',
  },
  assets: () => ({}),
  packages: [],
  deploy: 'deploy/resolver',
  example: 'resolver.example.json',
  guides: ['resolver.md'],
  depends: 'libc6 (>= 2.28), libstdc++6, passwd',
  summary: 'Sonde plugin for DNS resolvers: dnstap and policy',
  description: [
    'Receives the queries of Unbound, BIND and other resolvers over dnstap, ships',
    'them to a Sonde collector, and gives the resolver a policy to enforce. It',
    'needs no Node.js and no privileges.',
  ],
};

export const packagedPrograms: Readonly<Record<string, PackagedProgram>> = { agent, resolver };

function addonPath(): string {
  const require = createRequire(join(rootDirectory, 'agent', 'package.json'));
  return require.resolve('pcap/build/Release/pcap_binding.node');
}
