import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDirectory } from '../../check/package-program.ts';

const source = join(rootDirectory, 'client');

/**
 * Builds the typed client as an npm package that stands by itself: JavaScript modules for browsers and Node.js, and their
 * types. Returns the path of the tarball.
 */
export function buildJavaScriptClient(out: string, scratch: string): string {
  const tree = join(scratch, 'javascript');
  mkdirSync(tree, { recursive: true });
  compile(tree);
  const { version, description, license, peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(join(source, 'package.json'), 'utf8'),
  );
  const manifest = {
    name: '@sonde/client',
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=22' },
    main: './sonde-client.js',
    types: './sonde-client.d.ts',
    // The names under which the modules are found in a checkout are good here, too.
    exports: {
      '.': './sonde-client.js',
      './*.ts': { types: './*.d.ts', default: './*.js' },
      './*.js': { types: './*.d.ts', default: './*.js' },
      './*': { types: './*.d.ts', default: './*.js' },
    },
    peerDependencies,
    peerDependenciesMeta,
  };
  writeFileSync(join(tree, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(source, 'README.md'), join(tree, 'README.md'));
  cpSync(join(rootDirectory, 'LICENSE'), join(tree, 'LICENSE'));
  const packed = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', out], {
    cwd: tree,
    encoding: 'utf8',
  });
  return join(out, packed.trim());
}

function compile(tree: string): void {
  const configuration = {
    compilerOptions: {
      target: 'es2023',
      module: 'nodenext',
      moduleResolution: 'nodenext',
      lib: ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'],
      types: [],
      strict: true,
      skipLibCheck: true,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      rootDir: source,
      outDir: tree,
    },
    files: readdirSync(source)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(source, name)),
  };
  const file = join(tree, 'tsconfig.json');
  writeFileSync(file, JSON.stringify(configuration));
  const compiler = join(rootDirectory, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '-p', file], { stdio: ['ignore', 'inherit', 'inherit'] });
  rmSync(file);
  // The compiler leaves the names of modules in declarations as they were.
  for (const name of readdirSync(tree).filter((path) => path.endsWith('.d.ts'))) {
    const path = join(tree, name);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(/((?:from |import\()['"]\.\/[^'"]+)\.ts(['"])/g, '$1.js$2'),
    );
  }
}
