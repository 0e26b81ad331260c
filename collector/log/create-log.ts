import type { Log } from '@sonde/shared/system/log.ts';
import { isoTime } from '@sonde/shared/text/iso-time.ts';
import { type DestinationStream, type Logger, pino } from 'pino';
import { hideSecrets, withoutSecretFields } from './secrets.ts';

/** An adjustable log has a level that can change while the program runs, for all that derive from it. */
export interface AdjustableLog extends Log {
  setLevel(level: LogLevel): void;
}

const levels = { debug: 20, info: 30, warn: 40, error: 50, silent: Number.POSITIVE_INFINITY } as const;
type LogLevel = keyof typeof levels;

interface Threshold {
  least: number;
}

/**
 * Creates a structured log, one JSON object a line. Secrets are cut out twice: by the field's name and by the look of
 * the text.
 */
export function createLog(level: LogLevel, destination: DestinationStream): AdjustableLog {
  const logger = pino(
    {
      // What is written is for the threshold to say, which all loggers share.
      level: 'debug',
      base: null,
      timestamp: () => `,"time":"${isoTime(Date.now())}"`,
      formatters: { level: (label) => ({ level: label }), log: withoutSecretFields },
      hooks: { streamWrite: hideSecrets },
    },
    destination,
  );
  return new PinoLog(logger, destination, '', { least: levels[level] });
}

class PinoLog implements AdjustableLog {
  readonly #logger: Logger;
  readonly #destination: DestinationStream;
  /** The fields as they stand in a line, each behind a comma. */
  readonly #ownFields: string;
  readonly #threshold: Threshold;

  constructor(logger: Logger, destination: DestinationStream, ownFields: string, threshold: Threshold) {
    this.#logger = logger;
    this.#destination = destination;
    this.#ownFields = ownFields;
    this.#threshold = threshold;
  }

  setLevel(level: LogLevel): void {
    this.#threshold.least = levels[level];
  }

  debug(fields: object, message: string): void {
    if (this.#threshold.least <= levels.debug) this.#logger.debug(fields, message);
  }

  info(fields: object, message: string): void {
    if (this.#threshold.least <= levels.info) this.#logger.info(fields, message);
  }

  infoText(fields: string, message: string): void {
    if (this.#threshold.least > levels.info) return;
    const time = isoTime(Date.now());
    const line = `{"level":"info","time":"${time}"${this.#ownFields},${fields},"msg":"${message}"}\n`;
    this.#destination.write(hideSecrets(line));
  }

  warn(fields: object, message: string): void {
    if (this.#threshold.least <= levels.warn) this.#logger.warn(fields, message);
  }

  error(fields: object, message: string): void {
    if (this.#threshold.least <= levels.error) this.#logger.error(fields, message);
  }

  child(fields: Readonly<Record<string, unknown>>): Log {
    const shown = withoutSecretFields(fields);
    const text = JSON.stringify(shown).slice(1, -1);
    const ownFields = text === '' ? this.#ownFields : `${this.#ownFields},${text}`;
    return new PinoLog(this.#logger.child(shown), this.#destination, ownFields, this.#threshold);
  }
}
