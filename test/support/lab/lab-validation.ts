import { readTrustAnchors } from '../../../scanner/protocols/dnssec/chain/trust-anchor.ts';
import type { ValidatorParts } from '../../../scanner/protocols/dnssec/chain/validator-parts.ts';
import { ValidatingResolution } from '../../../scanner/protocols/dnssec/validating-resolution.ts';
import { systemClock } from '../../../shared/system/system.ts';
import { labNetwork } from './lab-network.ts';
import type { Lab } from './start-lab.ts';

/** The DNS of the lab for one scan, validated, as main makes it. */
export function labResolution(
  lab: Lab,
  options: { stub?: readonly string[]; questions?: number } & Partial<
    Pick<ValidatorParts, 'clock' | 'sha1'>
  > = {},
): ValidatingResolution {
  const { stub, questions = 500, clock = systemClock, sha1 } = options;
  const plain = labNetwork(lab, stub === undefined ? {} : { stub }).forScan({
    questions,
    milliseconds: 30_000,
  });
  const anchors = readTrustAnchors(lab.trustAnchor);
  return new ValidatingResolution(plain, { anchors, clock, ...(sha1 === undefined ? {} : { sha1 }) });
}
