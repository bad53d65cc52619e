// The levels of bots, from gentle to strongest; their names and descriptions are in the catalogues.
export const LEVELS = ['greenhorn', 'homesteader', 'trader', 'scout', 'guide', 'trailblazer'];
