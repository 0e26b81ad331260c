import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { rootDirectory } from '../check/package-program.ts';

/** The folders of deploy/kubernetes, each with values and what Helm makes of the chart with them. */
export const kubernetesFolder = join(rootDirectory, 'deploy', 'kubernetes');
const chart = join(rootDirectory, 'deploy', 'helm', 'sonde');

export function variants(): string[] {
  return readdirSync(kubernetesFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Without a cluster Helm takes the version that it was built with, and a build of one's own none that anybody runs. */
const ofCluster = ['--kube-version', '1.27.0'];

/** What others name comes first. */
const kinds = [
  'ServiceAccount',
  'Service',
  'NetworkPolicy',
  'StatefulSet',
  'DaemonSet',
  'PodDisruptionBudget',
  'HorizontalPodAutoscaler',
  'Ingress',
];

/** Tells one state of the chart and a variant's values from another, so that who has no Helm sees that the rendered file is old. */
export function chartDigest(variant: string): string {
  const hash = createHash('sha256');
  for (const file of globSync('**/*', { cwd: chart, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort())
    hash.update(`${file.slice(chart.length)}\n${readFileSync(file, 'utf8')}\n`);
  hash.update(readFileSync(join(kubernetesFolder, variant, 'values.yaml'), 'utf8'));
  return hash.digest('hex');
}

/**
 * Has Helm render a variant, and writes the manifests in one order and form, whichever version of Helm it was. Throws if
 * there is no Helm.
 */
export function render(variant: string): string {
  const values = join(kubernetesFolder, variant, 'values.yaml');
  const args = ['template', 'sonde', chart, '--namespace', 'sonde', '--values', values, ...ofCluster];
  const text = execFileSync('helm', args, { encoding: 'utf8' });
  // Kubernetes reads YAML 1.1, in which a mode such as 0440 is octal.
  const manifests = parseAllDocuments(text, { version: '1.1' }).flatMap((document) => {
    const manifest = document.toJSON() as { kind: string; metadata: { name: string } } | null;
    return manifest === null ? [] : [manifest];
  });
  const placeOf = ({ kind, metadata }: (typeof manifests)[number]) =>
    `${String(kinds.indexOf(kind)).padStart(2, '0')} ${metadata.name}`;
  return manifests
    .sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
    .map((manifest) => `---\n${stringify(manifest, { lineWidth: 0 })}`)
    .join('');
}

/** The file that is kept: what Helm rendered, behind what it was rendered from. */
export function renderedFile(variant: string, text: string): string {
  return `# Made by scripts/run scripts/kubernetes/render.ts of deploy/helm/sonde and values.yaml: ${chartDigest(variant)}\n${text}`;
}

if (import.meta.main) {
  for (const variant of variants()) {
    const path = join(kubernetesFolder, variant, 'sonde.yaml');
    writeFileSync(path, renderedFile(variant, render(variant)));
    process.stdout.write(`${path}\n`);
  }
}
