import type { PresentationId } from '../presentation-ids.ts';
import { cof } from './cof.ts';
import { ecs } from './ecs.ts';
import { ocsf } from './ocsf.ts';
import { plainJson } from './plain-json.ts';
import type { QueryPresentation } from './presentation.ts';
import { rows } from './rows.ts';
import { zeek } from './zeek.ts';

/** The table has every way to show transactions. */
export const queryPresentations: Readonly<Partial<Record<PresentationId, QueryPresentation>>> = {
  json: plainJson,
  ecs,
  ocsf,
  zeek,
  cof,
  rows,
};
