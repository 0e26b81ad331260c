import type * as Koffi from 'koffi';
import { CaptureError } from '../capture/capture-error.ts';

/** The single executable holds the addon alone, so that on Windows, which has none, it can't capture. Throws a CaptureError. */
export function loadKoffi(): typeof Koffi {
  throw new CaptureError(
    'capture_failed',
    'This executable cannot capture on this system. Run the agent from a checkout.',
  );
}
