import type {
  Mapping,
  PresentationHead,
  QueryPresentation,
} from '@sonde/shared/sinks/presentations/presentation.ts';
import type { ThreatChange } from '@sonde/shared/sinks/threat-changes.ts';
import type { Threat } from '../../../../ports/threats/threats.ts';

/** An outgoing threat states what became of a threat, and the threat as it was then. */
export interface OutgoingThreat {
  readonly id: string;
  readonly change: ThreatChange;
  readonly at: Date;
  readonly threat: Threat;
}

/** A presentation shows transactions, threats, or both. */
export interface Presentation
  extends PresentationHead,
    Partial<Pick<QueryPresentation, 'queries' | 'connections'>> {
  readonly threats?: Mapping<OutgoingThreat>;
}
