import type { PresentationId } from '../presentation-ids.ts';
import { cof } from './cof.ts';
import { ecs } from './ecs.ts';
import { ecsConnections } from './ecs-connections.ts';
import { ocsf } from './ocsf.ts';
import { ocsfConnections } from './ocsf-connections.ts';
import { plainConnections } from './plain-connections.ts';
import { plainJson } from './plain-json.ts';
import type { QueryPresentation } from './presentation.ts';
import { rows } from './rows.ts';
import { zeek } from './zeek.ts';
import { zeekConnections } from './zeek-connections.ts';

/** The table has every way to show transactions, and connections of encrypted DNS where there is one. */
export const shownBySensors = {
  json: { ...plainJson, connections: plainConnections },
  ecs: { ...ecs, connections: ecsConnections },
  ocsf: { ...ocsf, connections: ocsfConnections },
  zeek: { ...zeek, connections: zeekConnections },
  cof,
  rows,
} as const satisfies Partial<Record<PresentationId, QueryPresentation>>;

/** The same table, to be asked for any presentation. */
export const queryPresentations: Readonly<Partial<Record<PresentationId, QueryPresentation>>> =
  shownBySensors;
