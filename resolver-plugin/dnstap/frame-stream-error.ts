export const frameStreamFaults = [
  'oversized_frame',
  'bad_control_frame',
  'unexpected_control_frame',
  'unexpected_data_frame',
  'foreign_content_type',
  'cut_off',
] as const;
export type FrameStreamFault = (typeof frameStreamFaults)[number];

/** A frame stream error reports input that is no frame stream of dnstap. The stream cannot be followed any further. */
export class FrameStreamError extends Error {
  override readonly name = 'FrameStreamError';
  readonly fault: FrameStreamFault;

  constructor(fault: FrameStreamFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
