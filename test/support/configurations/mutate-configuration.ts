import { Random } from '../zones/random.ts';

/** Mutates a configuration by one change that a person or an editor may make, the same for the same seed. */
export function mutateConfiguration(
  text: string,
  seed: number,
): { readonly text: string; readonly change: string } {
  const random = new Random(seed);
  const lines = text.split('\n');
  const places = [...lines.keys()].filter(
    (at) => /^\s*[^\s#;]/.test(lines[at]!) && !lines[at]!.startsWith('//'),
  );
  if (places.length === 0) return { text, change: 'nothing to change' };
  const at = random.of(places);
  const line = lines[at]!;
  const write = (other: string) => ({
    text: lines.with(at, other).join('\n'),
    change: `${at + 1}: ${line.trim()} -> ${other.trim()}`,
  });
  const words = line.match(/\s+|[^\s]+/g) ?? [line];
  const solid = [...words.keys()].filter((index) => words[index]!.trim() !== '');
  const index = random.of(solid);
  const word = words[index]!;
  switch (random.below(10)) {
    case 0:
      return { text: lines.toSpliced(at, 1).join('\n'), change: `delete ${at + 1}: ${line.trim()}` };
    case 1:
      return { text: lines.toSpliced(at, 0, line).join('\n'), change: `repeat ${at + 1}: ${line.trim()}` };
    case 2: {
      const place = random.below(word.length);
      return write(words.with(index, word.slice(0, place) + word.slice(place + 1)).join(''));
    }
    case 3: {
      const place = random.below(word.length);
      const sign = random.of([...'{};:"=,/!@#.*-_ax0 ']);
      return write(words.with(index, word.slice(0, place) + sign + word.slice(place)).join(''));
    }
    case 4:
      return write(words.toSpliced(index, 1).join(''));
    case 5:
      return write(words.toSpliced(index, 0, `${word} `).join(''));
    case 6: {
      const other = random.of([
        'yes',
        'no',
        'maybe',
        '0',
        '-1',
        '70000',
        '10.0.0.0/8',
        '192.0.2.300',
        '::1',
        '""',
        'x y',
      ]);
      return write(words.with(index, other).join(''));
    }
    case 7: {
      const other = random.of(places);
      return {
        text: lines.with(at, lines[other]!).with(other, line).join('\n'),
        change: `exchange ${at + 1} and ${other + 1}: ${line.trim()} / ${lines[other]!.trim()}`,
      };
    }
    case 8: {
      const place = random.below(Math.max(1, word.length - 1));
      const swapped = word.slice(0, place) + (word[place + 1] ?? '') + word[place]! + word.slice(place + 2);
      return write(words.with(index, swapped).join(''));
    }
    default: {
      const found = /\d+/.exec(line);
      const number = random.of(['0', '1', '7', '99', '300', '65536', '4294967296']);
      return write(found === null ? `${line} ${word}` : line.replace(/\d+/, number));
    }
  }
}
