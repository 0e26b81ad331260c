import type { Log } from '../../shared/system/log.ts';

/** A log that keeps its lines instead of printing them. */
export function createRecordingLog(): Log & {
  readonly lines: { level: string; fields: object; message: string }[];
} {
  const lines: { level: string; fields: object; message: string }[] = [];
  const at = (level: string) => (fields: object, message: string) => {
    lines.push({ level, fields, message });
  };
  const log = {
    lines,
    debug: at('debug'),
    info: at('info'),
    infoText: (fields: string, message: string) => at('info')(JSON.parse(`{${fields}}`), message),
    warn: at('warn'),
    error: at('error'),
    child: () => log,
  };
  return log;
}
