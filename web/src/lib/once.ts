// Something that is fetched once, whoever asks for it.

export function once<T>(fetch: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | null = null;
  return () => {
    found ??= fetch().catch((error: unknown) => {
      found = null; // the next one may be luckier
      throw error;
    });
    return found;
  };
}
