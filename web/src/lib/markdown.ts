// The little Markdown that our rules are written in, as blocks; text is never taken for markup.
export type Inline = { kind: 'text' | 'strong' | 'em' | 'code' | 'reference'; text: string };
export type Block =
  | { kind: 'heading'; level: number; content: Inline[]; id: string }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'code'; text: string };

// The last: paragraphs of the complete rules, such as (4.8) or (4.2, 4.3).
const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|(\(\d+\.\d+(?:, \d+\.\d+)*\))/g;

export function inlines(text: string): Inline[] {
  const found: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) found.push({ kind: 'text', text: text.slice(end, match.index) });
    if (match[1] !== undefined) found.push({ kind: 'strong', text: match[1].replace(/\*(.+?)\*/g, '$1') });
    else if (match[2] !== undefined) found.push({ kind: 'em', text: match[2] });
    else if (match[3] !== undefined) found.push({ kind: 'code', text: match[3] });
    else found.push({ kind: 'reference', text: match[4] ?? '' });
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ kind: 'text', text: text.slice(end) });
  return found;
}

const cells = (line: string): Inline[][] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => inlines(cell.trim()));

export function blocks(text: string): Block[] {
  const found: Block[] = [];
  const lines = text.split('\n');
  let index = 0;
  const isStart = (line: string) => /^(#|```|\||[-*] |\d+\. )/.test(line) || line.trim() === '';
  while (index < lines.length) {
    const line = lines[index] ?? '';
    const heading = /^(#+) (.*)$/.exec(line);
    if (line.trim() === '') index += 1;
    else if (heading) {
      const content = heading[2] ?? '';
      found.push({
        kind: 'heading',
        level: heading[1]?.length ?? 1,
        content: inlines(content),
        id: `s${found.length}`,
      });
      index += 1;
    } else if (line.startsWith('```')) {
      const end = lines.indexOf('```', index + 1);
      found.push({ kind: 'code', text: lines.slice(index + 1, end).join('\n') });
      index = end + 1;
    } else if (line.startsWith('|')) {
      const start = index;
      while (lines[index]?.startsWith('|')) index += 1;
      const rows = lines.slice(start, index);
      found.push({ kind: 'table', head: cells(rows[0] ?? ''), rows: rows.slice(2).map(cells) });
    } else if (/^([-*]|\d+\.) /.test(line)) {
      const ordered = /^\d/.test(line);
      const items: string[] = [];
      while (index < lines.length && (/^([-*]|\d+\.) /.test(lines[index] ?? '') || /^ +\S/.test(lines[index] ?? ''))) {
        const item = lines[index] ?? '';
        if (/^ /.test(item)) items.push(`${items.pop() ?? ''} ${item.trim()}`);
        else items.push(item.replace(/^([-*]|\d+\.) /, ''));
        index += 1;
      }
      found.push({ kind: 'list', ordered, items: items.map(inlines) });
    } else {
      const start = index;
      index += 1;
      while (index < lines.length && !isStart(lines[index] ?? '')) index += 1;
      found.push({ kind: 'paragraph', content: inlines(lines.slice(start, index).join(' ')) });
    }
  }
  return found;
}
