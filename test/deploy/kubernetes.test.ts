import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv } from 'ajv';
import test from 'ava';
import { DaemonSet } from 'kubernetes-models/apps/v1/DaemonSet';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { parse, parseAllDocuments } from 'yaml';
import packageFile from '../../package.json' with { type: 'json' };
import { rootDirectory } from '../../scripts/check/package-program.ts';
import {
  chartDigest,
  kubernetesFolder,
  render,
  renderedFile,
  variants,
} from '../../scripts/kubernetes/render.ts';

interface Container {
  readonly name: string;
  readonly image: string;
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly securityContext: {
    readonly runAsNonRoot?: boolean;
    readonly readOnlyRootFilesystem: boolean;
    readonly allowPrivilegeEscalation: boolean;
    readonly capabilities: { readonly drop: readonly string[]; readonly add?: readonly string[] };
  };
  readonly volumeMounts: readonly { readonly name: string }[];
  readonly resources?: object;
}

interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly automountServiceAccountToken: boolean;
  readonly hostNetwork?: boolean;
  readonly securityContext: { readonly runAsUser: number; readonly runAsNonRoot?: boolean };
  readonly volumes: readonly { readonly name: string; readonly secret?: object }[];
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly replicas?: number;
    readonly template: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec };
    readonly selector: { readonly matchLabels: object };
    readonly behavior?: { readonly scaleDown: { readonly selectPolicy: string } };
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
  };
}

/** Kinds that are known, with the schema of Kubernetes for each. */
const models = {
  DaemonSet,
  HorizontalPodAutoscaler,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
  ServiceAccount,
  StatefulSet,
};

const chart = join(rootDirectory, 'deploy', 'helm', 'sonde');
const read = (variant: string) => readFileSync(join(kubernetesFolder, variant, 'sonde.yaml'), 'utf8');
const manifestsOf = (variant: string): Manifest[] =>
  parseAllDocuments(read(variant)).flatMap((document) => {
    const value = document.toJSON() as Manifest | null;
    return value === null ? [] : [value];
  });
const validate = (manifest: Manifest): void => {
  const Model = models[manifest.kind as keyof typeof models] as unknown as new (
    value: object,
  ) => { validate(): void };
  new Model(manifest).validate();
};

test('what is kept for kubectl and Kustomize is what the chart renders now', (t) => {
  const helm = spawnSync('helm', ['version'], { stdio: 'ignore' });
  for (const variant of variants()) {
    t.is(
      /^# .*: ([0-9a-f]{64})\n/.exec(read(variant))?.[1],
      chartDigest(variant),
      'scripts/run scripts/kubernetes/render.ts',
    );
    if (helm.error === undefined) t.is(renderedFile(variant, render(variant)), read(variant));
    const kustomization = parse(readFileSync(join(kubernetesFolder, variant, 'kustomization.yaml'), 'utf8'));
    for (const resource of kustomization.resources)
      t.true(existsSync(join(kubernetesFolder, variant, resource)));
    const images = kustomization.images.map(({ name }: { name: string }) => name).sort();
    const used = new Set([...read(variant).matchAll(/image: "?([^:"\s]+):/g)].map(([, name]) => name));
    t.deepEqual([...used].sort(), images);
  }
  t.like(parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8')), {
    version: packageFile.version,
    appVersion: packageFile.version,
  });
});

test('every manifest fits the schema of Kubernetes', (t) => {
  for (const variant of variants())
    for (const manifest of manifestsOf(variant)) t.notThrows(() => validate(manifest));
  const [first] = manifestsOf('one').filter(({ kind }) => kind === 'StatefulSet');
  t.throws(() => validate({ ...first!, spec: { ...first!.spec, replicas: 'two' as unknown as number } }));
  t.deepEqual(
    manifestsOf('one').map(({ kind }) => kind),
    [
      'ServiceAccount',
      'ServiceAccount',
      'Service',
      'Service',
      'NetworkPolicy',
      'StatefulSet',
      'DaemonSet',
      'PodDisruptionBudget',
    ],
  );
  t.true(
    ['HorizontalPodAutoscaler', 'Ingress'].every((kind) =>
      manifestsOf('many').some((each) => each.kind === kind),
    ),
  );
});

test('pods are nobody special, write to their volumes alone, hold no token, and only the agent captures', (t) => {
  for (const variant of variants()) {
    for (const { kind, metadata, spec } of manifestsOf(variant).filter(
      ({ spec: each }) => each?.template !== undefined,
    )) {
      const { template } = spec;
      const pod = template.spec;
      t.like(template.metadata.labels, spec.selector.matchLabels, metadata.name);
      t.false(pod.automountServiceAccountToken);
      t.true(pod.securityContext.runAsUser > 10_000);
      const isAgent = kind === 'DaemonSet';
      t.is(pod.hostNetwork ?? false, isAgent);
      for (const { name, securityContext, volumeMounts } of [
        ...pod.containers,
        ...(pod.initContainers ?? []),
      ]) {
        const { capabilities, readOnlyRootFilesystem, runAsNonRoot } = securityContext;
        t.true(readOnlyRootFilesystem, name);
        t.deepEqual(capabilities.drop, ['ALL'], name);
        const added = { agent: ['NET_RAW'], state: ['CHOWN'] }[name];
        t.deepEqual(capabilities.add, added, name);
        t.is(securityContext.allowPrivilegeEscalation, name === 'agent', name);
        if (name !== 'state') t.true(runAsNonRoot ?? pod.securityContext.runAsNonRoot, name);
        const claims = (spec.volumeClaimTemplates ?? []).map((claim) => claim.metadata.name);
        const volumes = [...pod.volumes.map((volume) => volume.name), ...claims];
        for (const { secret, name: volume } of pod.volumes)
          if (secret !== undefined) t.like(secret, { defaultMode: 0o440 }, volume);
        for (const mount of volumeMounts) t.true(volumes.includes(mount.name), mount.name);
      }
      for (const { name, resources } of pod.containers)
        t.deepEqual(Object.keys(resources ?? {}).sort(), ['limits', 'requests'], name);
    }
  }
});

test('settings are those that the programs know, secrets come by reference, and no collector is taken away by itself', (t) => {
  const known = ['agent', 'configuration']
    .map((page) => readFileSync(join(rootDirectory, 'docs', `${page}.md`), 'utf8'))
    .join('\n');
  for (const variant of variants()) {
    const containers = manifestsOf(variant).flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
    for (const { name, value } of containers.flatMap(({ env = [] }) => env)) {
      t.true(known.includes(`\`${name}\``) || name === 'SONDE_CONFIG', name);
      if (/KEY|TOKEN|CONFIG/.test(name)) t.regex(value, /^\/run\/secrets\//);
    }
    t.false(manifestsOf(variant).some(({ kind }) => kind === 'Secret'));
  }
  const [scaler] = manifestsOf('many').filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
  t.is(scaler?.spec.behavior?.scaleDown.selectPolicy, 'Disabled');
  const [set] = manifestsOf('many').filter(({ kind }) => kind === 'StatefulSet');
  t.is(set?.spec.replicas, undefined, 'the autoscaler says how many');
});

test('nodes that get keys of their own keep them, and go on when their token is gone', (t) => {
  const { containers, volumes } = manifestsOf('many').find(({ kind }) => kind === 'DaemonSet')!.spec.template
    .spec;
  const env = Object.fromEntries(containers[0]!.env!.map(({ name, value }) => [name, value]));
  const file = env.SONDE_AGENT_ENROLMENT_TOKEN_FILE!;
  t.false('SONDE_AGENT_KEY_FILE' in env, 'a key of a location goes before a token');
  const secret = volumes.find(({ name }) => name === 'key')!.secret;
  t.like(secret, { secretName: 'sonde-enrolment-token', optional: true });
  t.deepEqual((secret as { items: object[] }).items, [{ key: basename(file), path: basename(file) }]);
  t.true(
    volumes.some((volume) => 'hostPath' in volume),
    'the key outlives the pod',
  );
});

test('a collector with a certificate of its own is reached, looked at and asked for challenges by what it listens on', (t) => {
  const manifests = manifestsOf('certificate');
  const service = manifests.find(
    ({ kind, metadata }) => kind === 'Service' && !metadata.name.endsWith('-pods'),
  );
  const { ports } = service!.spec as unknown as { ports: { port: number; targetPort: string }[] };
  t.deepEqual(
    ports.map(({ port, targetPort }) => `${port} ${targetPort}`),
    ['443 http', '80 challenge'],
  );
  const containerOf = (kind: string) =>
    manifests.find((each) => each.kind === kind)!.spec.template.spec.containers[0]! as Container & {
      readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
      readonly readinessProbe: { readonly httpGet: { readonly scheme: string } };
    };
  const collector = containerOf('StatefulSet');
  t.is(collector.readinessProbe.httpGet.scheme, 'HTTPS');
  const setting = (name: string) => collector.env?.find((each) => each.name === name)?.value;
  const challenge = collector.ports.find(({ name }) => name === 'challenge')?.containerPort;
  t.is(setting('SONDE_ACME_HTTP_LISTEN'), `0.0.0.0:${challenge}`);
  t.is(setting('SONDE_ACME_NAMES'), 'sonde.example.net');
  const { env = [] } = containerOf('DaemonSet');
  t.like(
    env.find(({ name }) => name === 'SONDE_AGENT_COLLECTORS'),
    { value: 'https://sonde.example.net' },
  );
  t.regex(read('certificate'), /- ports:\n\s+- port: challenge/, 'the policy lets authorities in');
});

test('the schema of the values takes what is kept, and refuses what could not work', (t) => {
  const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8'));
  const fits = new Ajv({ allErrors: true, strict: false }).compile(schema);
  const values = parse(readFileSync(join(chart, 'values.yaml'), 'utf8'));
  const merged = (change: { collector?: object; agent?: object; [key: string]: unknown }) => ({
    ...values,
    ...change,
    collector: { ...values.collector, ...change.collector },
    agent: { ...values.agent, ...(change.agent ?? { keySecret: 'key' }) },
  });
  t.true(fits(merged({})), JSON.stringify(fits.errors));
  for (const variant of variants())
    t.true(
      fits(merged(parse(readFileSync(join(kubernetesFolder, variant, 'values.yaml'), 'utf8')))),
      variant,
    );
  const refused = {
    'an agent without a key': { agent: {} },
    'an agent with a key of a location and a token': {
      agent: { keySecret: 'key', enrolmentSecret: 'token' },
    },
    'several collectors on embedded databases': { collector: { replicas: 2 } },
    'several collectors without settings': { collector: { replicas: 2, servers: true } },
    'more collectors by themselves on embedded databases': {
      collector: { autoscaling: { enabled: true, maxReplicas: 4, lagSeconds: 30 } },
    },
    'an authority whose terms nobody has read': { collector: { acme: { names: ['sonde.example.net'] } } },
    'a certificate of its own behind an Ingress that has one': {
      collector: {
        acme: { names: ['sonde.example.net'], termsAgreed: true },
        ingress: { enabled: true, host: 'sonde.example.net' },
      },
    },
    'a value that nobody knows': { collectors: {} },
    'a setting that is none': { collector: { env: { PATH: '/tmp' } } },
    'a size that is none': { collector: { storage: { size: 'large' } } },
  };
  for (const [what, change] of Object.entries(refused)) t.false(fits(merged(change)), what);
});
