// The promo tiles, 120 units wide: a volcano in its ash, and a pond behind a beaver dam. They look the same however they
// lie, since any terrain may touch any of their sides.
import { filled, kept, plain, stroked } from '../markup';

const GROUND = 'M0 0H120V120H0z';
const RIM =
  'M0 0H120V120H0zM9 12C22 7 38 10 60 8S99 7 111 13C115 30 111 44 113 60S115 96 109 110C88 114 80 111 60 113S24 115 10 109C6 92 9 78 7 60S5 28 9 12z';

function volcano(): string {
  const ink = '#3b2620';
  return [
    plain(GROUND, '#cdb9a4'),
    `<path d="${RIM}" fill="#b39b84" fill-rule="evenodd" opacity=".75"/>`,
    stroked('M18 24q4-3 8 0M94 100q4-3 8 0M16 98q4-3 8 0M99 34q4-3 8 0M40 108q3-2 6 0', '#8d7561', 1.6),
    plain('M50 30C43 27 44 18 51 18C52 9 66 8 68 16C76 14 80 22 75 27C79 33 70 37 66 33C62 37 53 36 50 30z', '#efe6da'),
    plain('M56 33C53 36 54 41 58 42C63 42 66 38 64 34z', '#efe6da'),
    stroked('M50 30C43 27 44 18 51 18C52 9 66 8 68 16C76 14 80 22 75 27', '#8d7561', 1.6),
    filled(
      'M13 102C30 94 37 66 47 46L52 49L58 45L65 49L71 45L75 47C84 68 91 94 108 102C88 108 32 108 13 102z',
      '#8a6a5c',
      ink,
      2.2,
    ),
    plain('M75 47C84 68 91 94 108 102C98 105 84 106 72 106C80 90 76 66 66 49L71 45z', '#5d4339', 0.55),
    filled('M47 46L52 49L58 45L65 49L71 45L75 47C72 53 51 53 47 46z', '#f4a13b', ink, 1.6),
    plain('M54 51C56 60 50 66 53 76C55 83 48 88 47 94C54 96 58 88 60 80C62 73 57 66 61 58L61 51z', '#e2592b'),
    plain('M66 51C67 58 72 62 70 70C68 78 76 82 77 90C82 88 80 79 77 73C74 66 74 58 70 50z', '#e2592b'),
    plain('M56 52C58 60 53 67 55 75C58 70 56 64 58 58z', '#ffc85c'),
    stroked('M36 78L31 90M42 92L39 100M88 84L93 94M84 98L87 102', ink, 1.5, 0.55),
    filled('M20 92l5-6 6 3 1 6-7 3z', '#7d685b', ink, 1.3),
    filled('M93 108l4-5 6 2 1 5z', '#7d685b', ink, 1.3),
  ].join('');
}

function dam(): string {
  const ink = '#3c2c18';
  const log = (x: number, y: number, width: number, turn: number): string =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${filled(`M0-4H${width}A4 4 0 0 1 ${width} 4H0A4 4 0 0 1 0-4z`, '#a4794a', ink, 1.4)}` +
    `${filled('M0-4A4 4 0 0 0 0 4A4 4 0 0 0 0-4z', '#e3c391', ink, 1.2)}${stroked(`M${width * 0.35}-1H${width * 0.7}`, ink, 1, 0.5)}</g>`;
  return [
    plain(GROUND, '#cfc28c'),
    `<path d="${RIM}" fill="#b7ab70" fill-rule="evenodd" opacity=".7"/>`,
    filled(
      'M16 58C10 34 32 15 58 17C88 13 111 33 105 60C103 69 98 74 92 76L26 77C20 73 17 67 16 58z',
      '#8fbfd3',
      '#4f7f96',
      2,
    ),
    plain('M30 88C46 83 75 84 92 89C99 97 88 108 72 105C62 111 40 108 33 104C24 100 23 93 30 88z', '#a9d0de'),
    stroked('M27 47q4-4 8 0t8 0M70 30q4-4 8 0t8 0M78 56q4-4 8 0t8 0M47 97q4-4 8 0t8 0', '#e9f5f9', 1.7),
    stroked('M44 30q4-4 8 0t8 0M28 60q4-4 8 0t8 0', '#5f94ae', 1.5),
    filled('M40 56C40 40 52 33 61 33C71 33 83 41 83 56C76 60 48 60 40 56z', '#8a6338', ink, 1.9),
    stroked('M45 54L58 37M53 56L68 37M64 57L77 44M50 42L78 53M46 48L74 57', '#c99d64', 2.2),
    filled('M56 57C56 50 67 50 67 57z', '#3a2714', ink, 1),
    log(12, 84, 40, -7),
    log(60, 78, 44, 6),
    log(34, 79, 44, 2),
    log(16, 76, 30, 9),
    log(76, 88, 28, -10),
    log(44, 87, 36, -3),
    stroked('M20 95l6-10M104 74l-5 12M99 99l-4-9', ink, 2.2),
    stroked('M14 30q1-5 0-9M18 32q2-5 4-8M104 100q1-5 0-9M108 102q2-4 4-7M12 104q1-5 0-9', '#6f7c3c', 1.8),
  ].join('');
}

const PROMOS: Record<string, () => string> = { volcano, dam };
export const promoArt = kept((name: string) => PROMOS[name]?.() ?? '');
