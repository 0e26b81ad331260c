/** A backup error states why a backup can't be read or made. Its message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
