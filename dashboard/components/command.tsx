import { useRef } from 'preact/hooks';
import { CopyButton } from './copy-button.tsx';

/** Shows a command to be run elsewhere, exactly as it is to be typed, with a button that copies it. */
export function Command({ text }: { text: string }) {
  const element = useRef<HTMLPreElement>(null);
  return (
    <div class="command">
      <pre ref={element}>{text}</pre>
      <CopyButton text={text} select={() => element.current} />
    </div>
  );
}
