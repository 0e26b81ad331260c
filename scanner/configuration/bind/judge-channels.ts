import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { Findings } from '../model/findings.ts';
import { isLoopback, readRange } from '../model/reach.ts';
import type { Span } from '../model/source.ts';
import { anybody, type MatchLists } from './match-list.ts';
import { isWord } from './read-statements.ts';
import { firstOf, innerOf, type Settings, textOf, wordOf } from './settings.ts';

const manual = 'BIND 9 Administrator Reference Manual';

type Words = { message: string; rule: string; suggestion: string; snippet?: string };
type Say = (code: string, severity: Severity, at: Span, words: Words) => void;

/**
 * Judges the channels: the version that the server tells, and the control and statistics channels with their clients.
 */
export function judgeChannels(top: Settings, lists: MatchLists, findings: Findings): void {
  const options = innerOf(top, 'options')[0];
  const say: Say = (code, severity, at, words) => findings.add({ code, severity, at, ...words });
  const version = firstOf(options, 'version');
  if (options !== undefined && (version === undefined || /\d/.test(textOf(version) ?? ''))) {
    say('version_shown', 'low', version ?? options.statement!, {
      message: 'The version of the server is told to anybody who asks for version.bind.',
      rule: `${manual}, version; DISA BIND 9 STIG, version`,
      suggestion: 'Tell nothing.',
      snippet: 'version none;',
    });
  }
  const session = firstOf(options, 'session-keyalg');
  if (session !== undefined && /^hmac-(?:md5|sha1)\b/i.test(textOf(session) ?? '')) {
    say('weak_tsig_algorithm', 'medium', session, {
      message: 'The key of local updates has an algorithm that is not to be used any more.',
      rule: 'RFC 8945 section 6',
      suggestion: 'Use hmac-sha256.',
      snippet: 'session-keyalg hmac-sha256;',
    });
  }
  for (const settings of innerOf(top, 'controls')) judgeControls(settings, lists, say);
  for (const settings of innerOf(top, 'statistics-channels')) judgeStatistics(settings, lists, say);
}

function judgeControls(controls: Settings, lists: MatchLists, say: Say): void {
  for (const inet of controls.byName.get('inet') ?? []) {
    const words = inet.items.filter(isWord).map(({ text }) => text.toLowerCase());
    const range = readRange(words[1] ?? '');
    const isLocal = range !== undefined && isLoopback(range);
    const list = lists.read(inet);
    if (!isLocal && list?.reach === 'anyone') {
      say('control_open', 'high', inet, {
        message: 'The control channel is open to anybody.',
        rule: `${manual}, controls`,
        suggestion: 'Let it listen on loopback.',
        snippet: 'controls { inet 127.0.0.1 allow { localhost; } keys { "rndc-key"; }; };',
      });
    } else if (!isLocal) {
      say('control_beyond_loopback', 'medium', inet, {
        message: 'The control channel listens beyond this machine.',
        rule: `${manual}, controls`,
        suggestion: 'Let it listen on loopback.',
        snippet: 'controls { inet 127.0.0.1 allow { localhost; } keys { "rndc-key"; }; };',
      });
    }
    if (!words.includes('keys')) {
      say('control_without_key', isLocal ? 'low' : 'high', inet, {
        message: 'The control channel names no key.',
        rule: `${manual}, controls`,
        suggestion: 'Ask for a key.',
        snippet: 'controls { inet 127.0.0.1 allow { localhost; } keys { "rndc-key"; }; };',
      });
    }
  }
  for (const unix of controls.byName.get('unix') ?? []) {
    const perm = wordOf(unix, 3);
    if (perm !== undefined && (Number.parseInt(perm.text, 8) & 0o002) !== 0) {
      say('control_open', 'high', unix, {
        message: 'Every user of the machine may use the control channel.',
        rule: `${manual}, controls`,
        suggestion: 'Take the right to write from others.',
      });
    }
  }
}

function judgeStatistics(statistics: Settings, lists: MatchLists, say: Say): void {
  for (const inet of statistics.byName.get('inet') ?? []) {
    const range = readRange(wordOf(inet)?.text ?? '');
    const list = lists.read(inet) ?? anybody;
    if ((range !== undefined && isLoopback(range)) || list.reach !== 'anyone') continue;
    say('statistics_open', 'medium', inet, {
      message: 'Statistics are told to anybody over HTTP.',
      rule: `${manual}, statistics-channels`,
      suggestion: 'Let them listen on loopback.',
      snippet: 'statistics-channels { inet 127.0.0.1 port 8053 allow { localhost; }; };',
    });
  }
}
