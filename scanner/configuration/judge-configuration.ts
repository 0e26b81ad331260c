import { judgeBind } from './bind/judge-bind.ts';
import { ConfigurationError } from './configuration-error.ts';
import { judgeCorefile } from './corefile/judge-corefile.ts';
import { detectServer } from './detect-server.ts';
import { judgeDnsdist } from './dnsdist/judge-dnsdist.ts';
import { judgeDnsmasq } from './dnsmasq/judge-dnsmasq.ts';
import { judgeKnot } from './knot/judge-knot.ts';
import type { ConfigurationFiles } from './model/files.ts';
import type { ConfigurationVerdict } from './model/finding.ts';
import { Findings } from './model/findings.ts';
import { Source } from './model/source.ts';
import { judgeNsd } from './nsd/judge-nsd.ts';
import { judgePowerdns, judgeRecursor } from './powerdns/judge-powerdns.ts';
import { readServerType, type ServerType } from './server-types.ts';
import { judgeUnbound } from './unbound/judge-unbound.ts';

type Judge = (files: ConfigurationFiles, findings: Findings, version: string | null) => void;

const judges: Readonly<Record<ServerType, Judge>> = {
  bind: judgeBind,
  unbound: judgeUnbound,
  nsd: judgeNsd,
  knot: judgeKnot,
  dnsmasq: judgeDnsmasq,
  coredns: judgeCorefile,
  powerdns: judgePowerdns,
  'pdns-recursor': judgeRecursor,
  dnsdist: judgeDnsdist,
};

export interface ConfigurationInput {
  readonly name: string;
  readonly content: Uint8Array;
  /** Seen in the text if absent. */
  readonly serverType?: string | undefined;
  /** Of the server, `9.18`; any if absent. */
  readonly version?: string | undefined;
}

/** Judges a configuration without touching anything but its text. Throws ConfigurationError if it can't be judged at all. */
export function judgeConfiguration(input: ConfigurationInput): ConfigurationVerdict {
  const text = textOf(input.content);
  const type =
    input.serverType === undefined ? detectServer(input.name, text) : readServerType(input.serverType);
  const files = { main: new Source(input.name, text), include: () => undefined };
  const version = input.version ?? null;
  return {
    serverType: type,
    detected: input.serverType === undefined,
    version,
    files: [{ name: input.name, lines: text.split('\n').length }],
    ...judgeFiles(type, files, version),
  };
}

/** Judges the files of a configuration of that server. */
export function judgeFiles(
  type: ServerType,
  files: ConfigurationFiles,
  version: string | null,
): Pick<ConfigurationVerdict, 'valid' | 'findings' | 'omitted'> {
  const findings = new Findings();
  judges[type](files, findings, version);
  return { valid: !findings.refused, findings: findings.finish(), omitted: findings.omitted };
}

/** Octets that are not UTF-8 are shown as such; in comments they harm nobody. */
function textOf(content: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(content);
  if (text.includes('\0')) throw new ConfigurationError('file', 'The file is no text.');
  return text;
}
