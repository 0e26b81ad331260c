import { runTool } from './run-tool.ts';

/** The lab networks are networks for benchmarks and documentation, which are nobody's: what lies in the closed Internet. */
export const labNetworks: readonly string[] = [
  '198.18.0.0/15',
  '192.0.2.0/24',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '2001:db8::/32',
];

/** Makes all of the lab's networks this machine's own. Once in a namespace. */
export async function raiseNetwork(): Promise<void> {
  await runTool('ip', ['link', 'set', 'lo', 'up']);
  await runTool('ip', ['address', 'add', '2001:db8::1/128', 'dev', 'lo', 'nodad']);
  for (const network of labNetworks) {
    const family = network.includes(':') ? '-6' : '-4';
    await runTool('ip', [family, 'route', 'add', 'local', network, 'dev', 'lo']);
  }
}
