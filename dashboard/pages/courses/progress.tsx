import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/operate/courses.ts';

export type CourseProgress = AnswerOf<'GET /api/v2/training/progress'>['courses'][number];

/** Shows the number of solved exercises, as a bar and in words. */
export function Progress({ solved, of }: { solved: number; of: number }) {
  const text = texts.solved(count(solved), count(of));
  return (
    <div class="row">
      <progress value={solved} max={Math.max(of, 1)} aria-label={text} />
      <span class="soft">{text}</span>
    </div>
  );
}
