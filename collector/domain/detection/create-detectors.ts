import type { AutonomousSystems } from '../../ports/networks/autonomous-systems.ts';
import { createAmplificationDetector } from './detectors/amplification.ts';
import { createBeaconDetector } from './detectors/beacon.ts';
import { createDgaDetector } from './detectors/dga.ts';
import { createFastFluxDetector } from './detectors/fast-flux.ts';
import { createLookalikeDetector } from './detectors/lookalike.ts';
import { createNameLeakDetector } from './detectors/name-leak.ts';
import { createDomainHistorian } from './detectors/newly-observed.ts';
import { createNxdomainStormDetector } from './detectors/nxdomain-storm.ts';
import { createPoisoningDetector } from './detectors/poisoning.ts';
import { createRandomSubdomainDetector } from './detectors/random-subdomains.ts';
import { createRebindingDetector } from './detectors/rebinding.ts';
import { createTunnelAddressesDetector } from './detectors/tunnel-addresses.ts';
import { createTunnelAnswersDetector } from './detectors/tunnel-answers.ts';
import { createTunnelFastDetector } from './detectors/tunnel-fast.ts';
import { createTunnelNoApexDetector } from './detectors/tunnel-no-apex.ts';
import { createTunnelSlowDetector } from './detectors/tunnel-slow.ts';
import { createVolumeDetector } from './detectors/volume.ts';
import { DgaModel } from './dga/dga-model.ts';
import type { RowDetector } from './row-detector.ts';
import { DomainHistory } from './state/domain-history.ts';

interface Parts {
  readonly model?: DgaModel;
  readonly history?: DomainHistory;
  readonly networks?: AutonomousSystems;
}

/**
 * Creates every detector of the stream, each with a state of its own. The historian comes last: others ask what was
 * known before.
 */
export function createRowDetectors({
  model = new DgaModel(),
  history = new DomainHistory(),
  networks,
}: Parts = {}): RowDetector[] {
  return [
    ...createNameDetectors({ model, history }),
    createFastFluxDetector(networks),
    createRebindingDetector(),
    createLookalikeDetector(networks),
    createBeaconDetector(history, model),
    createAmplificationDetector(),
    createPoisoningDetector(),
    createNameLeakDetector(),
    createDomainHistorian(history),
  ];
}

/** Creates the detectors that judge names and their existence: all that the names of a canary may alarm. */
export function createNameDetectors({
  model = new DgaModel(),
  history = new DomainHistory(),
}: Omit<Parts, 'networks'> = {}): RowDetector[] {
  return [
    createTunnelFastDetector(model.language),
    createTunnelAnswersDetector(model.language),
    createTunnelAddressesDetector(),
    createVolumeDetector(),
    createTunnelNoApexDetector(model.language),
    createTunnelSlowDetector(model.language, history),
    createDgaDetector(model),
    createNxdomainStormDetector(),
    createRandomSubdomainDetector(),
  ];
}
