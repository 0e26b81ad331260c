import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { Scanner } from '../../ports/scanner.ts';
import { readDs } from '../../protocols/dnssec/records/ds.ts';
import { knownServers } from '../delegation/ask-servers.ts';
import { zoneOfDomain } from '../delegation/zone-of-domain.ts';
import { PartBuilder } from '../part-builder.ts';
import { askSigning, type ServerSigning } from './ask-signers.ts';
import { judgeSigning } from './judge-signing.ts';
import type { MultiSignerResult, SignerGroup } from './multi-signer-result.ts';

const mostServers = 13;

/** The multi-signer scanner checks whether several providers sign the zone, and whether their answers can be mixed. */
export const multiSignerScanner: Scanner<MultiSignerResult> = {
  id: 'multi-signer',
  async scan(domain, ports) {
    const part = new PartBuilder('multi-signer');
    const { dns, signal } = ports;
    const zone = await zoneOfDomain(domain, part, ports);
    if (zone === undefined) return part.done(unknown(null));
    const servers = knownServers(zone).slice(0, mostServers);
    const { apex } = zone;
    const asked = await Promise.all(servers.map((server) => askSigning(server, apex, ports)));
    const signing = asked.filter((one) => one !== undefined);
    if (signing.length === 0) {
      part.error('lame', `No server of the zone of ${domain} answers.`);
      return part.done(unknown(apex));
    }
    if (signing.length < servers.length) {
      part.unknown(
        'not_all_asked',
        `${servers.length - signing.length} of ${servers.length} addresses of ${apex} did not answer.`,
        'RFC 8901 section 2.1',
      );
    }
    const signed = signing.some(({ zoneKeys, keys }) => zoneKeys.length + keys.length > 0);
    if (!signed) {
      part.info('not_signed', `${apex} is not signed.`, 'RFC 8901 section 2.1');
      return part.done({ zone: apex, signed, model: 'none', consistent: true, signers: groups(signing) });
    }
    const unsigned = signing.filter(({ zoneKeys }) => zoneKeys.length === 0);
    for (const { server } of unsigned) {
      part.fail(
        'critical',
        'unsigned_server',
        `${server.name} (${server.address}) serves ${apex} without signatures.`,
        'RFC 4035 section 2.2',
        {
          advice: 'Serve the signed zone everywhere.',
        },
      );
    }
    const ds = await dns.resolve(apex, recordTypes.DS, { signal });
    const signers = ds.answer
      .filter(({ type }) => type === recordTypes.DS)
      .flatMap((record) => readDs(record) ?? []);
    const model = modelOf(signing);
    describe(part, apex, model);
    const sound = judgeSigning(part, apex, signing, signers, model !== 'single');
    return part.done({
      zone: apex,
      signed,
      model,
      consistent: sound && unsigned.length === 0,
      signers: groups(signing),
    });
  },
};

function unknown(zone: string | null): MultiSignerResult {
  return { zone, signed: null, model: null, consistent: null, signers: null };
}

function modelOf(signing: readonly ServerSigning[]): 'single' | 'model_1' | 'model_2' {
  const different = (field: 'zoneKeys' | 'entryKeys') =>
    new Set(signing.filter((one) => one[field].length > 0).map((one) => one[field].join(' '))).size > 1;
  if (!different('zoneKeys')) return 'single';
  return different('entryKeys') ? 'model_2' : 'model_1';
}

function describe(part: PartBuilder, zone: string, model: 'single' | 'model_1' | 'model_2'): void {
  const words = {
    single: `${zone} has one signer.`,
    model_1: `${zone} has several signers with one set of key-signing keys (model 1).`,
    model_2: `${zone} has several signers, each with keys of its own (model 2).`,
  };
  part.info('model', words[model], 'RFC 8901 section 2.1');
}

function groups(signing: readonly ServerSigning[]): SignerGroup[] {
  const byKeys = new Map<string, ServerSigning[]>();
  for (const one of signing) {
    const key = one.zoneKeys.join(' ');
    byKeys.set(key, [...(byKeys.get(key) ?? []), one]);
  }
  return [...byKeys.values()].map((members) => {
    const { zoneKeys, entryKeys, keys, denial, nameServers, cds } = members[0]!;
    return {
      servers: members.map(({ server }) => server),
      zoneKeys,
      entryKeys,
      keys: keys.map(({ keyTag, algorithm, flags }) => ({ keyTag, algorithm, flags })),
      denial,
      nameServers,
      cds,
    };
  });
}
