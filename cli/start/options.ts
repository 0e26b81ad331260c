import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { usualDataDirectory } from '../programs/data-directory.ts';

export interface StartFlags {
  readonly listen?: string;
  readonly data?: string;
  /** Commander's name of `--no-agent`. */
  readonly agent: boolean;
  readonly adminKeyFile?: string;
  readonly setupLink?: true;
  /** Commander's name of `--no-feeds`. */
  readonly feeds?: boolean;
}

export interface StartOptions {
  /** Addresses as the collector's `--listen` takes them. */
  readonly listen: readonly string[];
  readonly data: string;
  readonly agent: boolean;
  readonly adminKey: string | undefined;
  /** Whether to make a link for a new password although there is one. */
  readonly setupLink: boolean;
  /** Whether to go without threat feeds whatever the settings choose. */
  readonly noFeeds: boolean;
}

/**
 * Reads the options of a start from the flags, and from the environment if the flags leave them open. Throws a
 * UsageError about a file that can't be read.
 */
export function startOptions(
  flags: StartFlags,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): StartOptions {
  const { adminKeyFile } = flags;
  return {
    listen: (flags.listen ?? (environment.SONDE_LISTEN || '127.0.0.1:8080')).split(','),
    data: resolve(flags.data ?? usualDataDirectory(environment)),
    agent: flags.agent,
    adminKey: adminKeyFile === undefined ? environment.SONDE_ADMIN_KEY || undefined : readKey(adminKeyFile),
    setupLink: flags.setupLink === true,
    noFeeds: flags.feeds === false,
  };
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${error instanceof Error ? error.message : error}`);
  }
}
