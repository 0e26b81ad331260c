import { type SiteTarget, siteTarget } from '@sonde/scanner/checks/site/site-target.ts';
import { lookAtTechnologies } from '@sonde/scanner/checks/tech/look-at-technologies.ts';
import type { TechStackResult } from '@sonde/scanner/checks/tech/tech-stack-result.ts';
import type { ScanError } from '@sonde/scanner/ports/finding.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { TechnologyChange } from '../../../ports/technologies/technology-store.ts';
import { type WithNetworkPorts, withNetwork } from '../scan/with-network.ts';
import { siteUrl, type TechnologyRecorder, technologyLook } from './technology-recorder.ts';

const source = 'tech-stack';

export interface ScanTechnologiesPorts extends WithNetworkPorts {
  readonly technologyRecorder: Pick<TechnologyRecorder, 'record'>;
  readonly clock: Clock;
}

export interface TechnologyScan {
  readonly target: SiteTarget;
  readonly at: Date;
  readonly result: TechStackResult;
  readonly errors: readonly ScanError[];
  /** Since the last look at the site. */
  readonly changes: readonly TechnologyChange[];
}

/** Looks at what a site is made of, now, and sets it down. Throws InvalidInput and Overloaded. */
export async function scanTechnologies(
  text: string,
  ports: ScanTechnologiesPorts,
  signal: AbortSignal,
): Promise<TechnologyScan> {
  const target = siteTarget(text);
  const at = new Date(ports.clock.now());
  const { result, errors } = await withNetwork(ports, signal, (network) =>
    lookAtTechnologies(target, network, source),
  );
  signal.throwIfAborted();
  const { domain, url = siteUrl(domain) } = target;
  const look = technologyLook({ domain, askedUrl: url, at, result, failures: errors.length });
  const changes = look === undefined ? [] : await ports.technologyRecorder.record(look);
  const unstored = { source: 'store', code: 'unavailable', message: 'This scan could not be stored.' };
  return {
    target,
    at,
    result,
    errors: changes === undefined ? [...errors, unstored] : errors,
    changes: changes ?? [],
  };
}
