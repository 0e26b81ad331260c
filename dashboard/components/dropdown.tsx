import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

/** Shows a button that shows more below it. Escape, a click elsewhere and leaving it with Tab close it. */
export function Dropdown({
  label,
  icon,
  kind = '',
  children,
}: {
  label: ComponentChildren;
  icon?: IconName;
  kind?: string;
  children: (close: () => void) => ComponentChildren;
}) {
  const open = useSignal(false);
  const element = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    open.value = false;
    button.current?.focus();
  };
  useEffect(() => {
    if (!open.value) return;
    const leave = (event: Event) => {
      if (!element.current?.contains(event.target as Node)) open.value = false;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', onKey);
    };
  }, [open.value]);
  return (
    <div class="dropdown" ref={element}>
      <button
        ref={button}
        type="button"
        class={`button ${kind}`}
        aria-expanded={open.value}
        aria-controls={id}
        onClick={() => {
          open.value = !open.value;
        }}
      >
        {icon !== undefined && <Icon name={icon} />}
        {label}
        <Icon name="down" size={14} />
      </button>
      <div id={id} class="menu" hidden={!open.value}>
        {open.value && children(close)}
      </div>
    </div>
  );
}
