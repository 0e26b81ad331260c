import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const runtimes = ['crun', 'runc'];

/** Where a Podman keeps what it has: nothing of the machine's own is seen or changed. */
export interface PodmanPlace {
  readonly directory: string;
  readonly runtime: string;
}

/** The command and the arguments that run a program within namespaces that end with it. */
export function inNamespaces(...command: readonly string[]): [string, string[]] {
  const script = join(import.meta.dirname, 'in-namespaces.sh');
  return ['unshare', ['-mnpf', '--mount-proc', '--kill-child', 'bash', script, ...command]];
}

/** Names the runtime by which Podman starts a container on this machine; undefined if none does, or there is no Podman. */
export function workingRuntime(): string | undefined {
  if (process.getuid?.() !== 0 || spawnSync('podman', ['--version']).status !== 0) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'sonde-podman-'));
  try {
    const root = join(directory, 'root');
    mkdirSync(join(root, 'usr'), { recursive: true });
    for (const name of ['bin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(root, name));
    return runtimes.find((runtime) => {
      const place = placeArguments({ directory: join(directory, 'storage'), runtime });
      const container = ['--rm', '--network=none', '-v', '/usr:/usr:ro', '--rootfs', root, 'true'];
      const [file, args] = inNamespaces('podman', ...place, 'run', ...container);
      return spawnSync(file, args, { stdio: 'ignore', timeout: 60_000 }).status === 0;
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Runs Podman and resolves with what it wrote; rejects with its complaint. To be called within the namespaces. */
export async function podman(place: PodmanPlace, ...args: readonly string[]): Promise<string> {
  try {
    const { stdout, stderr } = await run('podman', [...placeArguments(place), ...args], {
      maxBuffer: 2 ** 24,
    });
    // What a container wrote on either of both comes as it was.
    return `${stdout}${args[0] === 'logs' ? stderr : ''}`.trim();
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`podman ${args.join(' ')}\n${stdout}\n${stderr}`);
  }
}

function placeArguments({ directory, runtime }: PodmanPlace): string[] {
  const kept = [`--root=${directory}`, '--runroot=/run/containers', `--runtime=${runtime}`];
  // Neither systemd nor a journal is asked for anything.
  return [...kept, '--cgroup-manager=cgroupfs', '--events-backend=none'];
}
