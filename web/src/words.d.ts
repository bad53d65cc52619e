/** Texts of a language, as vite.config.ts divides them. */
declare module 'words:*' {
  const texts: Record<string, string>;
  export default texts;
}
