import type { Board } from '../src/game/types'

/** A small board of open ground; any part may be given. */
export function board(changes: Partial<Board> = {}): Board {
  return {
    name: 'Test', columns: 8, rows: 8, raised: 'even', miles: '5', letter: '', palette: [['open'], ['woods']], terrain: Array<number>(64).fill(0),
    hexsides: [], paths: [], places: [], labels: [], boxes: [], unplayable: [], ...changes
  }
}
