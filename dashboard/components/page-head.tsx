import type { ComponentChildren } from 'preact';

/** Shows the head of each page: its title and its controls. */
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
