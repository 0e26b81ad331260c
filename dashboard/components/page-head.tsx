import type { ComponentChildren } from 'preact';

/** The beginning of each page: what it is, and what it can be told. */
export function PageHead({
  title,
  lead,
  children,
}: {
  title: ComponentChildren;
  lead?: ComponentChildren;
  children?: ComponentChildren;
}) {
  return (
    <header class="page-head">
      <h1>{title}</h1>
      {children !== undefined && <div class="tools">{children}</div>}
      {lead !== undefined && <p class="lead">{lead}</p>}
    </header>
  );
}
