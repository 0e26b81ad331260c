import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { DgaModel, LabelScore } from '../dga/dga-model.ts';
import { dynamicNameSuffixes } from '../names/lookup-services.ts';
import type { NameFacts } from '../names/name-facts.ts';
import type { RowDetector } from '../row-detector.ts';
import { LocatedMap } from '../state/located-map.ts';
import { RecentMap } from '../state/recent-map.ts';

const followed = 20_000;
/** Verdicts on labels that are kept, since the same dead names are asked for again and again. */
const judged = 50_000;

interface Failed {
  readonly domain: string;
  readonly flagged: boolean;
  at: number;
}

/**
 * Domains made up by an algorithm: never one name alone, but several made-up registrable domains among the latest
 * different ones that did not exist for one client. Names below hosting services, which number their guests, don't
 * count; those below dynamic DNS services do.
 */
export function createDgaDetector(model: DgaModel): RowDetector {
  const clients = new LocatedMap<Failed[]>(followed);
  /** What speaks against a label; `undefined` cannot be told from unknown, so that good ones are `null`. */
  const verdicts = new RecentMap<string, LabelScore | null>(judged);
  return {
    name: 'dga',
    observe: (row, { dga }, report) => {
      if (row.responseCode !== responseCodes.NXDOMAIN) return;
      const facts = row.name;
      if (!counts(facts)) return;
      const domain = facts.registrable!;
      const at = row.observedSeconds;
      const recent = clients.getOrCreate(row.locationId, row.clientAddress, noFailures);
      for (const known of recent) {
        if (known.domain !== domain) continue;
        known.at = Math.max(known.at, at);
        return;
      }
      let verdict = verdicts.get(facts.label);
      if (verdict === undefined) {
        verdict = model.isFlagged(facts.label) ? model.explain(facts.label) : null;
        verdicts.set(facts.label, verdict);
      }
      recent.push({ domain, flagged: verdict !== null, at });
      if (recent.length > dga.recentDomains) recent.shift();
      if (verdict === null) return;
      const suspects = recent.filter((failed) => failed.flagged && failed.at > at - dga.windowSeconds);
      if (suspects.length < dga.flaggedDomains) return;
      report.add(row, {
        type: 'dga',
        severity: suspects.length >= dga.recentDomains - 1 ? 'high' : 'medium',
        subject: row.clientAddress,
        technique: 'T1568.002',
        message:
          `${row.clientAddress} asked for ${suspects.length} made-up domains among the last ${recent.length} that do ` +
          `not exist, such as ${domain}`,
        evidence: {
          method: 'character model on the registrable label, and a cluster of NXDOMAIN answers of one client',
          flagged_domains: suspects.map((failed) => failed.domain),
          recent_failed_domains: recent.length,
          model_version: model.version,
          score: Number(verdict.score.toFixed(3)),
          reasons: verdict.reasons.map(({ feature, effect }) => `${feature} ${effect.toFixed(2)}`),
          from: new Date(Math.min(...suspects.map((failed) => failed.at)) * 1_000).toISOString(),
          to: new Date(at * 1_000).toISOString(),
          thresholds: { ...dga },
        },
      });
    },
  };
}

function noFailures(): Failed[] {
  return [];
}

function counts({ class: kind, registrable, isPrivateSuffix, suffix }: NameFacts): boolean {
  if (kind !== 'ordinary' || registrable === undefined) return false;
  return !isPrivateSuffix || dynamicNameSuffixes.has(suffix);
}
