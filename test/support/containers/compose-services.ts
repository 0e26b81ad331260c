import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { rootDirectory } from '../../../scripts/check/package-program.ts';

/** What compose.yaml says of a service. */
export interface Service {
  readonly image: string;
  readonly build?: string;
  readonly user?: string;
  readonly profiles?: readonly string[];
  readonly network_mode?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly sysctls?: Readonly<Record<string, string | number>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly privileged?: boolean;
  readonly mem_limit?: string;
  readonly shm_size?: string;
  readonly healthcheck?: { readonly test: readonly string[] };
}

/** What of a service has to be said to Podman, or is no matter of one container. */
const known = new Set(
  `image build network_mode environment secrets volumes ports tmpfs sysctls read_only cap_drop cap_add security_opt
   mem_limit shm_size healthcheck profiles depends_on restart stop_grace_period`.split(/\s+/),
);

export const composeFolder = join(rootDirectory, 'deploy', 'compose');
export const composeFile = join(composeFolder, 'compose.yaml');

export const compose = parse(readFileSync(composeFile, 'utf8')) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};

/** The services of compose.yaml that have a Containerfile. */
export function builtServices(): Readonly<Record<string, Service & { readonly build: string }>> {
  return Object.fromEntries(
    Object.entries(compose.services).flatMap(([name, service]) =>
      service.build === undefined ? [] : [[name, { ...service, build: join(composeFolder, service.build) }]],
    ),
  );
}

/** The arguments by which `podman run` starts a service as compose does, with its secrets from a directory. */
export function containerArguments(name: string, service: Service, secrets: string): string[] {
  const unknown = Object.keys(service).filter((key) => !known.has(key));
  if (unknown.length > 0) throw new Error(`${name} has what this test does not say to Podman: ${unknown}`);
  const each = (flag: string, values: readonly string[] = []) => values.map((value) => `--${flag}=${value}`);
  const { environment = {}, sysctls = {}, network_mode: network } = service;
  return [
    `--name=${name}`,
    '--pull=never',
    ...(network === undefined ? [] : [`--network=${network.replace('service:', 'container:')}`]),
    ...each(
      'env',
      Object.entries(environment).map(([key, value]) => `${key}=${withDefaults(value)}`),
    ),
    ...each(
      'volume',
      service.secrets?.map((secret) => `${join(secrets, secret)}:/run/secrets/${secret}:ro`),
    ),
    ...each('volume', service.volumes),
    ...each('publish', service.ports?.map(withDefaults)),
    ...each('tmpfs', service.tmpfs),
    ...each(
      'sysctl',
      Object.entries(sysctls).map(([key, value]) => `${key}=${value}`),
    ),
    ...(service.read_only ? ['--read-only'] : []),
    ...each('cap-drop', service.cap_drop),
    ...each('cap-add', service.cap_add),
    ...each('security-opt', service.security_opt),
    ...(service.mem_limit === undefined ? [] : [`--memory=${service.mem_limit}`]),
    ...(service.shm_size === undefined ? [] : [`--shm-size=${service.shm_size}`]),
    // Podman puts CMD before it.
    `--health-cmd=${JSON.stringify(service.healthcheck!.test.slice(1))}`,
    // A timer would take systemd: the test asks.
    '--health-interval=disable',
  ];
}

/** A value of compose with what its variables are if nobody sets them. */
function withDefaults(value: string): string {
  return value.replace(/\$\{\w+:-([^}]*)\}/g, '$1');
}
