import type { ComponentChildren } from 'preact';
import type { Trouble } from '../app/api.ts';
import { now } from '../app/now.ts';
import type { Resource } from '../app/resource.ts';
import { ago } from '../format/times.ts';
import { texts } from '../texts/en/common.ts';

const widths = [92, 68, 80, 55, 74, 62, 85, 48];

/** Shows a placeholder for content: as many lines as the content will have, so that nothing moves when it comes. */
export function Skeleton({ lines = 5 }: { lines?: number }) {
  return (
    <div class="skeleton" role="status">
      <p class="unseen">{texts.loading}</p>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} style={{ inlineSize: `${widths[index % widths.length]}%` }} />
      ))}
    </div>
  );
}

/** Shows that nothing is here, and the next step. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Shows an error, with the details that a person needs to ask for help. */
export function Failure({ trouble, retry }: { trouble: Trouble; retry?: () => void }) {
  const denied = trouble.status === 403;
  const missing = trouble.status === 404;
  const title = denied ? texts.error.denied : missing ? texts.error.missing : texts.error.title;
  return (
    <div class="state" role="alert">
      <h2>{title}</h2>
      <p>
        {denied
          ? texts.error.deniedMore
          : trouble.status === undefined
            ? texts.error.noConnection
            : trouble.message}
      </p>
      <p class="small">
        {texts.error.code(trouble.code)}
        {trouble.requestId !== undefined && ` · ${texts.error.request(trouble.requestId)}`}
      </p>
      {retry !== undefined && !denied && !missing && (
        <button type="button" class="button" onClick={retry}>
          {texts.retry}
        </button>
      )}
    </div>
  );
}

/** Shows the error of a form, beside its button. */
export function Refusal({ trouble }: { trouble: Trouble | undefined }) {
  if (trouble === undefined) return null;
  // One detail is often all that the message says.
  const details = trouble.details.filter(({ message }) => message !== trouble.message);
  return (
    <p class="notice bad" role="alert">
      {trouble.status === undefined ? texts.error.noConnection : trouble.message}
      {details.map(({ path, message }) => (
        <span key={path}>
          {path}: {message}
        </span>
      ))}
    </p>
  );
}

/** Shows a resource in its state: on its way, failed, old, empty or there. */
export function Loaded<Data>({
  of,
  lines,
  empty,
  isEmpty = () => false,
  children,
}: {
  of: Resource<Data>;
  lines?: number;
  empty?: ComponentChildren;
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ComponentChildren;
}) {
  const { data, trouble, at, reload } = of;
  if (data === undefined) {
    return trouble === undefined ? (
      <Skeleton {...(lines === undefined ? {} : { lines })} />
    ) : (
      <Failure trouble={trouble} retry={reload} />
    );
  }
  return (
    <>
      {trouble !== undefined && (
        <p class="notice" role="status">
          {texts.connection.stale(ago(at!, now.value))}
          <button type="button" class="link-button" onClick={reload}>
            {texts.retry}
          </button>
        </p>
      )}
      {isEmpty(data) ? empty : children(data)}
    </>
  );
}
