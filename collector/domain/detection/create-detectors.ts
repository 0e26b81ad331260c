import type { AutonomousSystems } from '../../ports/networks/autonomous-systems.ts';
import { createAmplificationDetector } from './detectors/amplification.ts';
import { createBeaconDetector } from './detectors/beacon.ts';
import { createDgaDetector } from './detectors/dga.ts';
import { createFastFluxDetector } from './detectors/fast-flux.ts';
import { createBrandLookalikeDetector } from './detectors/intrusion/brand-lookalike.ts';
import { createCallbackServiceDetector } from './detectors/intrusion/callback-service.ts';
import { createDanglingNameDetector } from './detectors/intrusion/dangling-name.ts';
import { DrawnLandings } from './detectors/intrusion/drawn-landings.ts';
import {
  createAnonymityNetworkDetector,
  createMiningPoolDetector,
} from './detectors/intrusion/known-services.ts';
import { createNamePoisoningDetector } from './detectors/intrusion/name-poisoning.ts';
import { createNxdomainHijackDetector } from './detectors/intrusion/nxdomain-hijack.ts';
import { createReconnaissanceDetector } from './detectors/intrusion/reconnaissance.ts';
import { createResolverBypassDetector } from './detectors/intrusion/resolver-bypass.ts';
import { createStagedCodeDetector } from './detectors/intrusion/staged-code.ts';
import { createLookalikeDetector } from './detectors/lookalike.ts';
import { createNameLeakDetector } from './detectors/name-leak.ts';
import { createDomainHistorian } from './detectors/newly-observed.ts';
import { createNxdomainStormDetector } from './detectors/nxdomain-storm.ts';
import { createPoisoningDetector } from './detectors/poisoning.ts';
import { createRandomSubdomainDetector } from './detectors/random-subdomains.ts';
import { createRebindingDetector } from './detectors/rebinding.ts';
import { createTunnelAddressesDetector } from './detectors/tunnels/tunnel-addresses.ts';
import { createTunnelAnswersDetector } from './detectors/tunnels/tunnel-answers.ts';
import { createTunnelFastDetector } from './detectors/tunnels/tunnel-fast.ts';
import { createTunnelNoApexDetector } from './detectors/tunnels/tunnel-no-apex.ts';
import { createTunnelSlowDetector } from './detectors/tunnels/tunnel-slow.ts';
import { createTunnelSpreadDetector } from './detectors/tunnels/tunnel-spread.ts';
import { createTunnelTypesDetector } from './detectors/tunnels/tunnel-types.ts';
import { createVolumeDetector } from './detectors/tunnels/volume.ts';
import { DgaModel } from './dga/dga-model.ts';
import { LabelJudge } from './dga/label-judge.ts';
import type { RowDetector } from './row-detector.ts';
import { createSigmaDetector } from './sigma/sigma-detector.ts';
import type { SiteWatch } from './site/site-watch.ts';
import { ClientStates } from './state/client-states.ts';
import { DomainHistory } from './state/domain-history.ts';

interface Parts {
  readonly model?: DgaModel;
  readonly history?: DomainHistory;
  readonly networks?: AutonomousSystems;
  /** What is known of each site. */
  readonly site?: SiteWatch;
  /** Told of Sigma rules that were left out for want of time, with how many there were. */
  readonly onSigmaSkipped?: (rules: number) => void;
}

/**
 * Creates every detector of the stream, each with a state of its own. The historian comes last: others ask what was
 * known before.
 */
export function createRowDetectors({
  model = new DgaModel(),
  history = new DomainHistory(),
  networks,
  site,
  onSigmaSkipped,
}: Parts = {}): RowDetector[] {
  const clients = site?.clients ?? new ClientStates();
  const judge = new LabelJudge(model);
  const landings = new DrawnLandings();
  return [
    // Before the one of made-up names, which asks whether a server makes up its answers.
    createNxdomainHijackDetector(judge, landings),
    ...nameDetectors({ judge, history, clients, landings, ...(site && { site }) }),
    createFastFluxDetector(history, networks),
    createRebindingDetector(history),
    createLookalikeDetector(networks),
    createBeaconDetector(history, model),
    createAmplificationDetector(),
    createPoisoningDetector(clients),
    createNameLeakDetector(),
    createResolverBypassDetector(),
    createNamePoisoningDetector(),
    createCallbackServiceDetector(),
    createReconnaissanceDetector(model.language),
    createStagedCodeDetector(),
    createBrandLookalikeDetector(),
    createDanglingNameDetector(),
    createMiningPoolDetector(),
    createAnonymityNetworkDetector(),
    createSigmaDetector(onSigmaSkipped),
    createDomainHistorian(history),
  ];
}

/** Creates the detectors that judge names and their existence: all that the names of a canary may alarm. */
export function createNameDetectors({ model }: { readonly model: DgaModel }): RowDetector[] {
  return nameDetectors({
    judge: new LabelJudge(model),
    history: new DomainHistory(),
    clients: new ClientStates(),
    landings: new DrawnLandings(),
  });
}

function nameDetectors({
  judge,
  history,
  clients,
  landings,
  site,
}: {
  readonly judge: LabelJudge;
  readonly history: DomainHistory;
  readonly clients: ClientStates;
  readonly landings: DrawnLandings;
  readonly site?: SiteWatch;
}): RowDetector[] {
  const { language } = judge.model;
  return [
    createTunnelFastDetector(language),
    createTunnelAnswersDetector(language),
    createTunnelAddressesDetector(),
    createVolumeDetector(clients),
    createTunnelNoApexDetector(language),
    createTunnelSlowDetector(language, history),
    createTunnelSpreadDetector(language),
    createTunnelTypesDetector(),
    createDgaDetector(judge, clients, landings),
    createNxdomainStormDetector(clients, site),
    createRandomSubdomainDetector(),
  ];
}
