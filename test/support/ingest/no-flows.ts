import type { AcceptFlows } from '../../../collector/domain/traffic/encrypted/accept-flows.ts';

/** For ways of rows alone: encrypted flows are not expected there. */
export const noFlows: AcceptFlows = async () => {
  throw new Error('no flows are taken here');
};
