import { isoTime } from '@sonde/shared/text/iso-time.ts';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Log } from '../ports/system/log.ts';
import { hideSecrets, withoutSecretFields } from './secrets.ts';

/** Structured logs, one JSON object a line. Secrets are cut out twice: by the field's name and by the look of the text. */
export function createLog(level: string, destination: DestinationStream): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${isoTime(Date.now())}"`,
      formatters: { level: (label) => ({ level: label }), log: withoutSecretFields },
      hooks: { streamWrite: hideSecrets },
    },
    destination,
  );
  return new PinoLog(logger, destination, '');
}

class PinoLog implements Log {
  readonly #logger: Logger;
  readonly #destination: DestinationStream;
  /** As they stand in a line, each behind a comma. */
  readonly #ownFields: string;
  readonly #writesInfo: boolean;

  constructor(logger: Logger, destination: DestinationStream, ownFields: string) {
    this.#logger = logger;
    this.#destination = destination;
    this.#ownFields = ownFields;
    this.#writesInfo = logger.isLevelEnabled('info');
  }

  debug(fields: object, message: string): void {
    this.#logger.debug(fields, message);
  }

  info(fields: object, message: string): void {
    this.#logger.info(fields, message);
  }

  infoText(fields: string, message: string): void {
    if (!this.#writesInfo) return;
    const time = isoTime(Date.now());
    const line = `{"level":"info","time":"${time}"${this.#ownFields},${fields},"msg":"${message}"}\n`;
    this.#destination.write(hideSecrets(line));
  }

  warn(fields: object, message: string): void {
    this.#logger.warn(fields, message);
  }

  error(fields: object, message: string): void {
    this.#logger.error(fields, message);
  }

  child(fields: Readonly<Record<string, unknown>>): Log {
    const shown = withoutSecretFields(fields);
    const text = JSON.stringify(shown).slice(1, -1);
    const ownFields = text === '' ? this.#ownFields : `${this.#ownFields},${text}`;
    return new PinoLog(this.#logger.child(shown), this.#destination, ownFields);
  }
}
