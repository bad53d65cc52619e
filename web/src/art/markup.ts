// Pieces are written as SVG text once and kept: small functions that write its elements.
import { GLYPHS } from './glyphs';

const ROUND = 'stroke-linecap="round" stroke-linejoin="round"';

/** A filled shape with an outline. */
export function filled(path: string, fill: string, stroke: string, width = 1.2): string {
  return `<path d="${path}" fill="${fill}" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"/>`;
}

/** A filled shape without outline. */
export function plain(path: string, fill: string, opacity = 1): string {
  return `<path d="${path}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;
}

/** An open line with round ends. */
export function stroked(path: string, stroke: string, width: number, opacity = 1): string {
  const faint = opacity < 1 ? ` stroke-opacity="${opacity}"` : '';
  return `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}"${faint} ${ROUND}/>`;
}

export function disc(x: number, y: number, r: number, fill: string, rest = ''): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${rest}/>`;
}

/** One of the glyphs, with its middle at a place. */
export function glyphAt(name: string, x: number, y: number, size: number, ink: string, light: string): string {
  const scale = Math.round((size / 24) * 1000) / 1000;
  const place = `translate(${x - size / 2} ${y - size / 2}) scale(${scale})`;
  return `<g transform="${place}" style="color:${ink};--light:${light}">${GLYPHS[name] ?? ''}</g>`;
}

/** A function of a name that writes each text once. */
export function kept<Name extends string | number>(write: (name: Name) => string): (name: Name) => string {
  const known = new Map<Name, string>();
  return (name) => {
    const text = known.get(name) ?? write(name);
    known.set(name, text);
    return text;
  };
}
