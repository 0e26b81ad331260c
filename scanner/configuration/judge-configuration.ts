import { judgeAdguard } from './adguard/judge-adguard.ts';
import { judgeBind } from './bind/judge-bind.ts';
import { judgeBlocky } from './blocky/judge-blocky.ts';
import { chooseMain } from './choose-main.ts';
import { judgeCorefile } from './corefile/judge-corefile.ts';
import { detectServer } from './detect-server.ts';
import { judgeDnsdist } from './dnsdist/judge-dnsdist.ts';
import { judgeDnsmasq } from './dnsmasq/judge-dnsmasq.ts';
import { judgeKea } from './kea/judge-kea.ts';
import { judgeKnot } from './knot/judge-knot.ts';
import type { ConfigurationFiles } from './model/files.ts';
import type { ConfigurationVerdict } from './model/finding.ts';
import { Findings } from './model/findings.ts';
import { judgeNsd } from './nsd/judge-nsd.ts';
import { judgePowerdns, judgeRecursor } from './powerdns/judge-powerdns.ts';
import { readServerType, type ServerType } from './server-types.ts';
import { judgeUnbound } from './unbound/judge-unbound.ts';
import { SentFiles } from './upload/sent-files.ts';
import { type SentFile, unpackUpload } from './upload/unpack-upload.ts';

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
  blocky: judgeBlocky,
  adguard: judgeAdguard,
  kea: judgeKea,
};

export interface ConfigurationInput {
  /** Configurations and archives of them; what they include is looked for in them alone. */
  readonly files: readonly SentFile[];
  /** The file that the server is started with; told by the names if absent. */
  readonly main?: string | undefined;
  /** Seen in the text if absent. */
  readonly serverType?: string | undefined;
  /** Of the server, `9.18`; any if absent. */
  readonly version?: string | undefined;
}

/** Judges a configuration without touching anything but its text. Throws ConfigurationError if it can't be judged at all. */
export function judgeConfiguration(input: ConfigurationInput): ConfigurationVerdict {
  const texts = unpackUpload(input.files);
  const said = input.serverType === undefined ? undefined : readServerType(input.serverType);
  const main = chooseMain(texts, input.main, said);
  const type = said ?? detectServer(main.name, main.text);
  const files = new SentFiles(texts, main);
  const version = input.version ?? null;
  const judged = judgeFiles(type, files, version);
  return {
    serverType: type,
    detected: input.serverType === undefined,
    version,
    files: [files.main, ...files.sources.filter((source) => source !== files.main)].map((source) => ({
      name: source.name,
      lines: source.text.split('\n').length,
      used: files.used.has(source),
    })),
    missing: files.missing,
    ...judged,
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
