import { place, withQuery } from '../../app/router.ts';
import { count } from '../../format/numbers.ts';

/** Reads from the address where a paged list begins: rows before it. */
export function pageStart(): number {
  return Math.max(0, Math.floor(Number(place.value.query.get('from') ?? 0)) || 0);
}

/** Tells which part of a list is shown, and leads to the parts before and after it. */
export function Pager({
  from,
  shown,
  all,
  atOnce,
  texts,
}: {
  /** Rows before the first that is shown. */
  from: number;
  shown: number;
  all: number;
  atOnce: number;
  texts: {
    page(from: string, to: string, all: string): string;
    readonly before: string;
    readonly after: string;
  };
}) {
  return (
    <div class="row">
      <span class="soft small">{texts.page(count(from + 1), count(from + shown), count(all))}</span>
      {from > 0 && (
        <a
          class="button slim end"
          href={withQuery({ from: from > atOnce ? String(from - atOnce) : undefined })}
        >
          {texts.before}
        </a>
      )}
      {from + shown < all && (
        <a
          class={from > 0 ? 'button slim' : 'button slim end'}
          href={withQuery({ from: String(from + atOnce) })}
        >
          {texts.after}
        </a>
      )}
    </div>
  );
}
