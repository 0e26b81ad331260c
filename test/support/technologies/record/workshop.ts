import { execFile, spawn } from 'node:child_process';
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../free-port.ts';
import type { Recipe } from './recipe.ts';

const runFile = promisify(execFile);
const minutes = 60_000;

export interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly page: string;
}

/** A workshop is a folder in which software is installed and run, and nowhere else on the machine. */
export class Workshop {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get modules(): string {
    return join(this.#folder, 'npm', 'node_modules');
  }

  /** Installs the packages of all recipes by the usual clients; Debian's are unpacked, not installed. */
  async install(recipes: readonly Recipe[]): Promise<void> {
    const of = (key: 'npm' | 'pip' | 'debian') => [
      ...new Set(recipes.flatMap((recipe) => recipe[key] ?? []).map((one) => `'${one}'`)),
    ];
    const npm = join(this.#folder, 'npm');
    await mkdir(npm, { recursive: true });
    if (of('npm').length > 0) {
      const own = join(npm, 'package.json');
      await access(own).catch(() => writeFile(own, '{"private":true,"type":"module"}'));
      await this.#shell(
        `npm install --ignore-scripts --no-audit --no-fund --legacy-peer-deps ${of('npm').join(' ')}`,
        npm,
      );
    }
    if (of('pip').length > 0) {
      await this.#shell(
        `test -d venv || python3 -m venv venv; venv/bin/pip install -q ${of('pip').join(' ')}`,
      );
    }
    if (of('debian').length > 0) {
      const options = `-y --no-install-recommends --download-only -o Dir::Cache::archives=${this.#folder}/debs`;
      await this.#shell(
        `mkdir -p debs/partial root; for p in ${of('debian').join(' ')}; do apt-get install ${options} $p >/dev/null; done
         for d in debs/*.deb; do dpkg -x $d root; done`,
      );
    }
  }

  /** Puts a site up, asks for its page and ends it. */
  async record(recipe: Recipe): Promise<Answer> {
    const place = join(
      this.#folder,
      'npm',
      'sites',
      recipe.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    );
    for (const [name, text] of Object.entries(recipe.files ?? {})) {
      await mkdir(dirname(join(place, name)), { recursive: true });
      await writeFile(join(place, name), await this.#filled(text));
    }
    await mkdir(place, { recursive: true });
    const port = await freePort();
    const environment = this.#environment(port);
    for (const command of recipe.before ?? []) await this.#shell(command, place, environment);
    const stop =
      recipe.run === undefined
        ? await serveFolder(join(place, recipe.serve ?? '.'), port)
        : start(recipe.run, place, environment);
    try {
      return await ask(`http://127.0.0.1:${port}${recipe.path ?? '/'}`);
    } finally {
      stop();
    }
  }

  /** A text with `{{npm:jquery}}` as the installed version. */
  async #filled(text: string): Promise<string> {
    let filled = text;
    for (const [whole, named] of text.matchAll(/\{\{([\w:@/.-]+)\}\}/g)) {
      filled = filled.replaceAll(whole, await this.version(named!));
    }
    return filled;
  }

  /** Finds the installed version that a recipe names. */
  async version(named: string): Promise<string> {
    const [kind, name = ''] = named.split(/:(.*)/s);
    if (kind === 'npm') {
      const text = await readFile(join(this.modules, name, 'package.json'), 'utf8');
      return (JSON.parse(text) as { version: string }).version;
    }
    if (kind === 'pip') {
      const code = `import importlib.metadata as m; print(m.version('${name}'))`;
      return (await runFile(join(this.#folder, 'venv/bin/python'), ['-c', code])).stdout.trim();
    }
    if (kind === 'python') {
      const { stdout } = await runFile(join(this.#folder, 'venv/bin/python'), ['-V']);
      return stdout.trim().replace('Python ', '');
    }
    if (kind === 'deb') {
      const files = await readdir(join(this.#folder, 'debs'));
      const file = files.find((one) => one.startsWith(`${name}_`));
      if (file === undefined) throw new Error(`No package ${name} was unpacked.`);
      const { stdout } = await runFile('dpkg-deb', ['-f', join(this.#folder, 'debs', file), 'Version']);
      // What upstream calls it: without epoch, revision and what Debian repacked.
      return stdout
        .trim()
        .replace(/^\d+:/, '')
        .replace(/-[^-]*$/, '')
        .replace(/[+~](?:dfsg|ds|debian).*$/, '');
    }
    return named;
  }

  #environment(port: number): NodeJS.ProcessEnv {
    const root = join(this.#folder, 'root');
    return {
      ...process.env,
      PORT: String(port),
      ROOT: root,
      VENV: join(this.#folder, 'venv/bin'),
      MODULES: this.modules,
      NODE_PATH: this.modules,
      LD_LIBRARY_PATH: ['usr/lib/x86_64-linux-gnu', 'lib/x86_64-linux-gnu', 'usr/lib']
        .map((one) => join(root, one))
        .join(':'),
      PERL5LIB: join(root, 'usr/share/perl5'),
      PATH: `${join(this.modules, '.bin')}:${process.env.PATH}`,
      NEXT_TELEMETRY_DISABLED: '1',
      ASTRO_TELEMETRY_DISABLED: '1',
      NUXT_TELEMETRY_DISABLED: '1',
    };
  }

  async #shell(command: string, cwd = this.#folder, env: NodeJS.ProcessEnv = process.env): Promise<void> {
    await mkdir(cwd, { recursive: true });
    await runFile('bash', ['-c', command], {
      cwd,
      env,
      timeout: 20 * minutes,
      maxBuffer: 64 * 1_024 * 1_024,
    });
  }
}

/** In a group of its own, so that what it starts ends with it. */
function start(command: string, cwd: string, env: NodeJS.ProcessEnv): () => void {
  const child = spawn('bash', ['-c', command], { cwd, env, detached: true, stdio: 'ignore' });
  return () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  };
}

async function serveFolder(folder: string, port: number): Promise<() => void> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url!, 'http://site.example').pathname;
    try {
      const text = await readFile(join(folder, path.endsWith('/') ? `${path}index.html` : path));
      response.removeHeader('date');
      response.setHeader('content-type', 'text/html; charset=utf-8').end(text);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return () => server.close();
}

/** Asks until there is an answer. */
async function ask(url: string): Promise<Answer> {
  const until = Date.now() + minutes;
  for (;;) {
    try {
      const response = await fetch(url, {
        headers: { accept: 'text/html' },
        signal: AbortSignal.timeout(20_000),
      });
      const page = await response.text();
      if (response.status === 503 && Date.now() < until - minutes / 2) throw new Error('not ready');
      const headers = Object.fromEntries(
        [...response.headers].filter(
          ([name]) =>
            !/^(?:date|set-cookie|etag|last-modified|expires|content-length|connection|keep-alive)$/.test(
              name,
            ),
        ),
      );
      return { headers, cookies: response.headers.getSetCookie(), page };
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
