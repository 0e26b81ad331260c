import type { Findings } from '../model/findings.ts';
import { luaBuiltIn, luaGlobals, luaMethods } from './globals.ts';
import type { LuaToken } from './read-lua.ts';

const manual = 'Lua 5.1 manual, section 2';
/** Blocks, brackets and functions within each other; Lua itself gives up at two hundred. */
const deepest = 100;
const reserved = new Set(
  'and break do else elseif end false for function goto if in local nil not or repeat return then true until while'.split(
    ' ',
  ),
);
const ends = new Set(['end', 'else', 'elseif', 'until']);
const binary = new Set('+ - * / // % ^ .. == ~= < <= > >= and or & | ~ << >>'.split(' '));
const unary = new Set(['not', '-', '#', '~']);
/** Behind a name that may have no value. */
const asking = new Set(['and', 'or', '==', '~=', 'then', 'do']);
const values = new Set(['nil', 'true', 'false', '...']);

/** The Lua names are those that a text defines, and those whose values its main chunk takes as soon as the server reads it. */
export interface LuaNames {
  /** Names that the text itself gives a value: variables, functions, parameters. */
  readonly defined: ReadonlySet<string>;
  /** Names of global variables whose value the main chunk takes, outside of functions. */
  readonly used: readonly LuaToken[];
  /** Those of them that are called, looked into or joined, which has to fail without a value. */
  readonly opened: readonly LuaToken[];
  /** Those of them of which only the presence counts. */
  readonly asked: readonly LuaToken[];
  /** Those of them whose methods are called. */
  readonly objects: readonly LuaToken[];
  /** Those of them that are the first argument of a function of dnsdist, which is seldom one that may be left out. */
  readonly given: readonly LuaToken[];
  /** Names of methods that are called. */
  readonly methods: readonly LuaToken[];
  /** Names of fields, which may be methods too. */
  readonly fields: ReadonlySet<string>;
}

class SyntaxFault extends Error {}

/** Checks that tokens are a chunk of Lua. Tells of the first fault, as Lua does; undefined after one. */
export function checkLua(tokens: readonly LuaToken[], findings: Findings): LuaNames | undefined {
  const checker = new LuaChecker(tokens.flatMap(partsOf));
  try {
    checker.chunk();
    return checker;
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    const at = checker.token ?? tokens.at(-1)!;
    const message = error.message;
    findings.refuse({
      code: 'syntax',
      at,
      message,
      rule: manual,
      suggestion: 'Mend the line, or the one before.',
    });
    return undefined;
  }
}

/** A token `name.other:method` as its words and signs. */
function partsOf(token: LuaToken): readonly LuaToken[] {
  if (token.kind !== 'name' || !/[.:]/.test(token.text)) return [token];
  let start = token.start;
  return token.text.split(/(?=[.:])|(?<=[.:])/).map((text) => {
    const part: LuaToken = {
      ...token,
      start,
      end: start + text.length,
      text,
      kind: text === '.' || text === ':' ? 'sign' : 'name',
    };
    start = part.end;
    return part;
  });
}

class LuaChecker implements LuaNames {
  readonly defined = new Set<string>();
  readonly used: LuaToken[] = [];
  readonly opened: LuaToken[] = [];
  readonly asked: LuaToken[] = [];
  readonly objects: LuaToken[] = [];
  readonly given: LuaToken[] = [];
  readonly methods: LuaToken[] = [];
  readonly fields = new Set<string>();
  readonly #tokens: readonly LuaToken[];
  #at = 0;
  #depth = 0;
  #functions = 0;

  constructor(tokens: readonly LuaToken[]) {
    this.#tokens = tokens;
  }

  get token(): LuaToken | undefined {
    return this.#tokens[this.#at];
  }

  chunk(): void {
    this.#block();
    if (this.token !== undefined) this.#fail('nothing more');
  }

  #block(): void {
    this.#deeper(() => {
      while (this.token !== undefined && !this.#isEnd()) {
        if (this.#take('return')) {
          if (this.token !== undefined && !this.#isEnd() && this.token.text !== ';') this.#expressions();
          this.#take(';');
          if (this.token !== undefined && !this.#isEnd()) this.#fail('the end of the block');
          return;
        }
        this.#statement();
        while (this.#take(';'));
      }
    });
  }

  #statement(): void {
    if (this.#take(';') || this.#take('break')) return;
    if (this.#take('do')) this.#closed();
    else if (this.#take('while')) {
      this.#expression();
      this.#expect('do');
      this.#closed();
    } else if (this.#take('repeat')) {
      this.#block();
      this.#expect('until');
      this.#expression();
    } else if (this.#take('if')) this.#condition();
    else if (this.#take('for')) this.#loop();
    else if (this.#take('function')) {
      this.#define();
      while (this.#take('.')) this.#name();
      if (this.#take(':')) this.#name();
      this.#body();
    } else if (this.#take('local')) this.#local();
    else if (this.#take('goto')) this.#name();
    else if (this.#take(':')) {
      this.#expect(':');
      this.#name();
      this.#expect(':');
      this.#expect(':');
    } else this.#assignment();
  }

  #condition(): void {
    do {
      this.#expression();
      this.#expect('then');
      this.#block();
    } while (this.#take('elseif'));
    if (this.#take('else')) this.#block();
    this.#expect('end');
  }

  #loop(): void {
    this.#define();
    if (this.#take('=')) {
      this.#expression();
      this.#expect(',');
      this.#expression();
      if (this.#take(',')) this.#expression();
    } else {
      while (this.#take(',')) this.#define();
      this.#expect('in');
      this.#expressions();
    }
    this.#expect('do');
    this.#closed();
  }

  #local(): void {
    if (this.#take('function')) {
      this.#define();
      this.#body();
      return;
    }
    do this.#define();
    while (this.#take(','));
    if (this.#take('=')) this.#expressions();
  }

  /** A call, or variables that get values. */
  #assignment(): void {
    const before = this.used.length;
    const isCall = this.#suffixed();
    if (isCall) return;
    const targets = [this.#target(before)];
    while (this.#take(',')) {
      const mark = this.used.length;
      if (this.#suffixed()) this.#fail('=');
      targets.push(this.#target(mark));
    }
    this.#expect('=');
    this.#expressions();
    for (const target of targets) if (target !== undefined) this.defined.add(target);
  }

  /** What gets a value is not used: it is taken out of the names again. */
  #target(mark: number): string | undefined {
    const last = this.#tokens[this.#at - 1]!;
    const isPlain = last.kind === 'name' && !'.:'.includes(this.#tokens[this.#at - 2]?.text ?? ' ');
    if (!isPlain) return undefined;
    this.used.length = Math.min(this.used.length, mark);
    return last.text;
  }

  #body(): void {
    this.#expect('(');
    if (!this.#take(')')) {
      do if (!this.#take('...')) this.#define();
      while (this.#take(','));
      this.#expect(')');
    }
    this.#functions++;
    this.#closed();
    this.#functions--;
  }

  #closed(): void {
    this.#block();
    this.#expect('end');
  }

  #expressions(): void {
    do this.#expression();
    while (this.#take(','));
  }

  #expression(): void {
    this.#deeper(() => {
      do {
        while (this.token?.kind !== 'string' && unary.has(this.token?.text ?? '')) this.#at++;
        this.#operand();
      } while (this.#takeBinary());
    });
  }

  #takeBinary(): boolean {
    const { token } = this;
    if (token === undefined || token.kind === 'string' || !binary.has(token.text)) return false;
    this.#at++;
    return true;
  }

  #operand(): void {
    const { token } = this;
    if (token === undefined) this.#fail('a value');
    if (token.kind === 'number') {
      if (!/^(?:0x[\da-f]*\.?[\da-f]*(?:p[+-]?\d+)?|\d*\.?\d*(?:e[+-]?\d+)?)(?:u?ll|i)?$/i.test(token.text))
        this.#fail('a number');
      this.#at++;
    } else if (token.kind === 'string' || values.has(token.text)) this.#at++;
    else if (token.text === '{') this.#table();
    else if (this.#take('function')) this.#body();
    else this.#suffixed();
  }

  /** Whether it ends with a call. */
  #suffixed(): boolean {
    if (this.#take('(')) {
      this.#expression();
      this.#expect(')');
    } else {
      const name = this.#name();
      if (this.#functions === 0 && !this.defined.has(name.text)) {
        this.used.push(name);
        const before = this.#tokens[this.#at - 2]?.text;
        if (asking.has(this.token?.text ?? '') || before === 'not') this.asked.push(name);
        if (['.', ':', '(', '[', '..'].includes(this.token?.text ?? '') || before === '..')
          this.opened.push(name);
        if (this.token?.text === ':') this.objects.push(name);
      }
    }
    let isCall = false;
    let called = this.#tokens[this.#at - 1]?.text ?? '';
    for (;;) {
      if (this.#take('.')) {
        this.fields.add(this.#name().text);
        isCall = false;
      } else if (this.token?.text === '[' && this.token.kind === 'sign') {
        this.#at++;
        this.#expression();
        this.#expect(']');
        isCall = false;
      } else if (this.#take(':')) {
        const method = this.#name();
        this.methods.push(method);
        if (!this.#arguments(method.text)) this.#fail('arguments');
        isCall = true;
      } else if (this.#arguments(called)) {
        isCall = true;
        called = '';
      } else return isCall;
    }
  }

  /** Of a function or method of that name; none for the value of a call. */
  #arguments(called: string): boolean {
    if (this.token?.kind === 'string') {
      this.#at++;
      return true;
    }
    if (this.token?.text === '{') {
      this.#table();
      return true;
    }
    if (!this.#take('(')) return false;
    if (!this.#take(')')) {
      this.#noteFirst(called);
      this.#expressions();
      this.#expect(')');
    }
    return true;
  }

  #noteFirst(called: string): void {
    const { token } = this;
    const isAlone = [',', ')'].includes(this.#tokens[this.#at + 1]?.text ?? '');
    if (token?.kind !== 'name' || !isAlone || this.#functions > 0 || this.defined.has(token.text)) return;
    if (values.has(token.text) || reserved.has(token.text)) return;
    if (luaMethods.has(called) || (luaGlobals.has(called) && !luaBuiltIn.has(called))) this.given.push(token);
  }

  #table(): void {
    this.#expect('{');
    while (!this.#take('}')) {
      if (this.#take('[')) {
        this.#expression();
        this.#expect(']');
        this.#expect('=');
      } else if (this.token?.kind === 'name' && this.#tokens[this.#at + 1]?.text === '=') {
        this.fields.add(this.#name().text);
        this.#at++;
      }
      this.#expression();
      if (this.#take('}')) return;
      if (!this.#take(',') && !this.#take(';')) this.#fail('}');
    }
  }

  #define(): void {
    this.defined.add(this.#name().text);
  }

  #name(): LuaToken {
    const { token } = this;
    if (token?.kind !== 'name' || reserved.has(token.text)) return this.#fail('a name');
    this.#at++;
    return token;
  }

  #isEnd(): boolean {
    return this.token?.kind === 'name' && ends.has(this.token.text);
  }

  #take(text: string): boolean {
    const { token } = this;
    if (token?.text !== text || token.kind === 'string' || token.kind === 'number') return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) this.#fail(text);
  }

  #deeper(read: () => void): void {
    if (++this.#depth > deepest) this.#fail('less nesting');
    read();
    this.#depth--;
  }

  #fail(wanted: string): never {
    throw new SyntaxFault(`This is no Lua: ${/^\w+ /.test(wanted) ? wanted : `"${wanted}"`} is needed here.`);
  }
}
