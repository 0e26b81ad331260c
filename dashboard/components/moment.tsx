import { now } from '../app/now.ts';
import { ago, dateTime } from '../format/times.ts';
import { texts } from '../texts/en/common.ts';

/** Shows a time in the person's zone, and in UTC on hover. */
export function Moment({ at, relative = false }: { at: string; relative?: boolean }) {
  return (
    <time dateTime={at} title={texts.utc(at.replace('T', ' ').replace('Z', ''))}>
      {relative ? ago(at, now.value) : dateTime(at)}
    </time>
  );
}
