// What the API answers on each route. Derived from real answers: python -m tests.reference.page_types

interface Answers {
  info: {
    name: string;
    version: string;
    backend: string;
    lexicon: string;
    all_words: boolean;
    lexicons: {
      name: string;
      words: number;
      keys: Record<string, number>;
    }[];
    tiles: {
      name: string;
      kinds: string[];
      copies: number[];
      notation: string;
      size: number;
    }[];
    forms: string[];
    copies: string[];
    levels: number[];
    rules: Record<string, string[]>;
    agents: string[];
    scoring: string[];
    letters: number;
    draws: number;
    within: number;
  };
  judge: {
    hand: string;
    sorted: string;
    tiles: string;
    lexicon: string;
    copies: string;
    melds: {
      letters: string;
      words: {
        reading: string;
        spelling: string;
      }[];
    }[];
    forms: string[];
    shanten: number;
    distance: number;
    name: {
      ja: string;
      romaji: string;
    };
    vocabulary: null | {
      size: number;
      of: number;
      easy: boolean;
      words: {
        letters: string;
        words: {
          reading: string;
          spelling: string;
        }[];
        rank: number;
      }[];
    };
    arrangement_count: number;
    arrangements: {
      letters: string;
      words: {
        reading: string;
        spelling: string;
        gloss?: string;
      }[];
    }[][];
    nearest: {
      advice: string;
      pieces: {
        tiles: string;
        missing: number;
        words: {
          reading: string;
          spelling: string;
        }[];
      }[];
      spare: string;
    };
    kinds_of_wait: string[];
    waits: {
      tile: string;
      unseen: number;
      kinds: string[];
      completes: {
        letters: string;
        words: {
          reading: string;
          spelling: string;
        }[];
      }[];
    }[];
    accepts: {
      tile: string;
      unseen: number;
    }[];
    way_count: number;
    ways: {
      kind: string;
      complete: string[];
      rest: string;
      draws: {
        tile: string;
        completes: string;
      }[];
    }[];
    discards: {
      tile: string;
      shanten: number;
      distance: number;
      unseen: number;
      accepts: {
        tile: string;
        unseen: number;
      }[];
      chances?: number[];
      cost?: number;
      fine?: boolean;
    }[];
    wide?: {
      letters: string;
      words: {
        reading: string;
        spelling: string;
        list?: string;
      }[];
    }[];
    measured?: string;
    chances?: number[];
    worth?: ({
      tile: string;
      tsumo: {
        hand: string;
        sorted: string;
        rules: string;
        lexicon: string;
        win: string;
        dealer: boolean;
        han: number;
        bonus: number;
        points: number;
        yaku: {
          name: string;
          han: number;
          reading: string;
          english: string;
        }[];
        made_of: string[][];
        words: string[];
        arrangement: {
          reading: string;
          spelling: string;
          kind: string;
        }[];
        yakuman: boolean;
        payments: {
          payer: string;
          sticks: number;
        }[];
        deposits: number;
        total: number;
        others: any[];
      };
      ron: null | {
        hand: string;
        sorted: string;
        rules: string;
        lexicon: string;
        win: string;
        dealer: boolean;
        han: number;
        bonus: number;
        points: number;
        yaku: {
          name: string;
          han: number;
          reading: string;
          english: string;
        }[];
        made_of: string[][];
        words: string[];
        arrangement: {
          reading: string;
          spelling: string;
          kind: string;
        }[];
        yakuman: boolean;
        payments: {
          payer: string;
          sticks: number;
        }[];
        deposits: number;
        total: number;
        others: any[];
      };
    })[];
    tenpais?: any[];
  };
  chances: {
    hand: string;
    sorted: string;
    tiles: string;
    lexicon: string;
    copies: string;
    melds: any[];
    forms: string[];
    shanten: number;
    distance: number;
    name: {
      ja: string;
      romaji: string;
    };
    measured?: string;
    vocabulary: {
      size: number;
      of: number;
      easy: boolean;
      words: {
        letters: string;
        words: {
          reading: string;
          spelling: string;
        }[];
        rank: number;
      }[];
    };
    arrangement_count: number;
    arrangements: any[];
    nearest: {
      advice: string;
      pieces: {
        tiles: string;
        missing: number;
        words: {
          reading: string;
          spelling: string;
        }[];
      }[];
      spare: string;
    };
    kinds_of_wait: string[];
    waits: {
      tile: string;
      unseen: number;
      kinds: string[];
      completes: {
        letters: string;
        words: {
          reading: string;
          spelling: string;
        }[];
      }[];
    }[];
    accepts: {
      tile: string;
      unseen: number;
    }[];
    way_count: number;
    ways: {
      kind: string;
      complete: string[];
      rest: string;
      draws: {
        tile: string;
        completes: string;
      }[];
    }[];
    discards: {
      tile: string;
      shanten: number;
      distance: number;
      unseen: number;
      chances: number[];
      cost: number;
      fine: boolean;
      accepts: {
        tile: string;
        unseen: number;
      }[];
    }[];
    chances?: number[];
  };
  deal: {
    hand: string;
    level: number;
    seed: string;
    kind: string;
    form: string;
    arrangement_count: number;
    needs: number;
    lexicon: string;
    tiles: string;
    blocks: number;
    words: Record<string, {
      reading: string;
      spelling: string;
      list?: string;
    }[]>;
    arrangements?: {
      letters: string;
      words: {
        reading: string;
        spelling: string;
      }[];
      rest?: boolean;
    }[][];
    waits?: {
      tile: string;
      unseen: number;
    }[];
  };
  worth: {
    hand: string;
    sorted: string;
    tiles: string;
    lexicon: string;
    copies: string;
    melds: {
      letters: string;
      words: {
        reading: string;
        spelling: string;
      }[];
    }[];
    forms: string[];
    shanten: number;
    distance: number;
    name: {
      ja: string;
      romaji: string;
    };
    vocabulary: {
      size: number;
      of: number;
      easy: boolean;
      words: {
        letters: string;
        words: {
          reading: string;
          spelling: string;
        }[];
        rank: number;
      }[];
    };
    arrangement_count: number;
    arrangements: {
      letters: string;
      words: {
        reading: string;
        spelling: string;
        gloss?: string;
      }[];
    }[][];
    nearest: {
      advice: string;
      pieces: {
        tiles: string;
        missing: number;
        words: {
          reading: string;
          spelling: string;
        }[];
      }[];
      spare: string;
    };
    kinds_of_wait: string[];
    waits: {
      tile: string;
      unseen: number;
      kinds: string[];
      completes: {
        letters: string;
        words: {
          reading: string;
          spelling: string;
        }[];
      }[];
    }[];
    accepts: {
      tile: string;
      unseen: number;
    }[];
    way_count: number;
    ways: {
      kind: string;
      complete: string[];
      rest: string;
      draws: {
        tile: string;
        completes: string;
      }[];
    }[];
    discards: any[];
    worth: ({
      tile: string;
      tsumo: {
        hand: string;
        sorted: string;
        rules: string;
        lexicon: string;
        win: string;
        dealer: boolean;
        han: number;
        bonus: number;
        points: number;
        yaku: {
          name: string;
          han: number;
          reading: string;
          english: string;
        }[];
        made_of: string[][];
        words: string[];
        arrangement: {
          reading: string;
          spelling: string;
          kind: string;
        }[];
        yakuman: boolean;
        payments: {
          payer: string;
          sticks: number;
        }[];
        deposits: number;
        total: number;
        others: any[];
      };
      ron: null | {
        hand: string;
        sorted: string;
        rules: string;
        lexicon: string;
        win: string;
        dealer: boolean;
        han: number;
        bonus: number;
        points: number;
        yaku: {
          name: string;
          han: number;
          reading: string;
          english: string;
        }[];
        made_of: string[][];
        words: string[];
        arrangement: {
          reading: string;
          spelling: string;
          kind: string;
        }[];
        yakuman: boolean;
        payments: {
          payer: string;
          sticks: number;
        }[];
        deposits: number;
        total: number;
        others: any[];
      };
    })[];
    tenpais: any[];
    chances?: number[];
  };
  hint: {
    letter: string;
    count: number;
    word: null | {
      letters: string;
      words: {
        reading: string;
        spelling: string;
      }[];
    };
    back: any[];
  };
  words: {
    lexicon: string;
    size: number;
    count: number;
    keys: string;
    words?: string[];
  };
  find: ({
    word: string;
    found: boolean;
    others: {
      key: string;
      reading: string;
      spelling: string;
      cost: number;
      ease: number;
      flag: string;
    }[];
    lacking: null | {
      tile: string;
      held: number;
      copies: number;
    };
    words?: {
      key: string;
      reading: string;
      spelling: string;
      cost: number;
      ease: number;
      flag: string;
      gloss?: string;
    }[];
    only_sounds?: boolean;
    reading?: string;
    key?: string;
    spellable?: boolean;
    unspellable?: string;
    excluded?: string;
    near?: {
      key: string;
      reading: string;
      spelling: string;
      cost: number;
      ease: number;
      flag: string;
    }[];
    wider?: {
      key: string;
      reading: string;
      spelling: string;
      cost: number;
      ease: null;
      flag: string;
    }[];
    what?: string[];
    parts?: string[];
    why?: {
      en?: string;
      ja?: string;
    };
  })[];
  spell: {
    letters: string;
    pieces: {
      text: string;
      letters: string;
    }[];
    strange: any[];
    count: number;
    readings: number;
    words: {
      letters: string;
      words: {
        reading: string;
        spelling: string;
      }[];
    }[];
  };
  read: {
    letters: string;
    pieces: {
      text: string;
      letters: string;
    }[];
    strange: string[];
  };
  waits: {
    size?: number;
    of: number;
    rows?: {
      letters: string;
      tiles: number;
      count: number;
      waits: string;
    }[];
    letters?: string;
    lexicon?: string;
    tiles?: string;
    row?: {
      letters: string;
      tiles: number;
      count: number;
      waits: {
        tile: string;
        unseen: number;
        words: {
          reading: string;
          spelling: string;
        }[];
      }[];
    };
    rank?: number;
  };
  own: {
    lexicon: string;
    words: any[];
    out: any[];
  };
  review: {
    rules: string;
    lexicon: string;
    words_then: null;
    seed: number[];
    players: string[];
    draws: number;
    seats: ({
      seat: number;
      player: string;
      turns: ({
        line: number;
        turn: number;
        hand: string;
        drawn: null | string;
        melds: string[];
        seen: string;
        distance: number;
        thrown: null | string;
        riichi: boolean;
        tsumo: boolean;
        won: boolean;
        forced: boolean;
        best: null | string;
        best_by_chance: null | string;
        best_by_accepts: null | string;
        measured: string;
        cost: number;
        is_best: boolean;
        fine: boolean;
        discards: ({
          tile: string;
          distance: number;
          shanten: number;
          unseen: number;
          accepts: string;
          chances: null | number[];
          cost: null | number;
          fine: boolean;
        })[];
        why: null | {
          accepts: {
            tile: string;
            unseen: number;
          }[];
          lost: {
            tile: string;
            unseen: number;
          }[];
          words: {
            tile: string;
            letters: string;
            words: {
              reading: string;
              spelling: string;
              gloss?: string;
            }[];
          }[];
        };
        score?: {
          hand: string;
          sorted: string;
          rules: string;
          lexicon: string;
          win: string;
          dealer: boolean;
          han: number;
          bonus: number;
          points: number;
          yaku: {
            name: string;
            han: number;
            reading: string;
            english: string;
          }[];
          made_of: string[][];
          words: string[];
          arrangement: {
            reading: string;
            spelling: string;
            kind: string;
          }[];
          yakuman: boolean;
          payments: {
            payer: string;
            sticks: number;
          }[];
          deposits: number;
          total: number;
          others: any[];
        };
      })[];
      offers: ({
        line: number;
        turn: number;
        event: string;
        tile: string;
        from: number;
        letters: null | string;
        words: {
          reading: string;
          spelling: string;
        }[];
        taken: boolean;
        distance: number;
        after: number;
      })[];
      last: {
        hand: string;
        sorted: string;
        tiles: string;
        lexicon: string;
        copies: string;
        melds: {
          letters: string;
          words: {
            reading: string;
            spelling: string;
          }[];
        }[];
        forms: string[];
        shanten: number;
        distance: number;
        name: {
          ja: string;
          romaji: string;
        };
        vocabulary: null | {
          size: number;
          of: number;
          easy: boolean;
          words: {
            letters: string;
            words: {
              reading: string;
              spelling: string;
            }[];
            rank: number;
          }[];
        };
        arrangement_count: number;
        arrangements: {
          letters: string;
          words: {
            reading: string;
            spelling: string;
          }[];
        }[][];
        nearest: {
          advice: string;
          pieces: {
            tiles: string;
            missing: number;
            words: {
              reading: string;
              spelling: string;
            }[];
          }[];
          spare: string;
        };
        kinds_of_wait: string[];
        waits: {
          tile: string;
          unseen: number;
          kinds: string[];
          completes: {
            letters: string;
            words: {
              reading: string;
              spelling: string;
            }[];
          }[];
        }[];
        accepts: {
          tile: string;
          unseen: number;
        }[];
        way_count: number;
        ways: {
          kind: string;
          complete: string[];
          rest: string;
          draws: {
            tile: string;
            completes: string;
          }[];
        }[];
        discards: any[];
      };
      missing: number;
      earliest: null | {
        line: number;
        turn: number;
        how: string;
        tile: string;
        from: null | number;
        calls: string[];
        arrangement: {
          letters: string;
          words: {
            reading: string;
            spelling: string;
          }[];
        }[];
        hand: string;
        score?: {
          hand: string;
          sorted: string;
          rules: string;
          lexicon: string;
          win: string;
          dealer: boolean;
          han: number;
          bonus: number;
          points: number;
          yaku: {
            name: string;
            han: number;
            reading: string;
            english: string;
          }[];
          made_of: string[][];
          words: string[];
          arrangement: {
            reading: string;
            spelling: string;
            kind: string;
          }[];
          yakuman: boolean;
          payments: {
            payer: string;
            sticks: number;
          }[];
          deposits: number;
          total: number;
          others: any[];
        };
      };
      choices: number;
      best_choices: number;
      share: null | number;
      fine_choices: number;
      fine_share: null | number;
      cost: number;
      mean_cost: null | number;
      worst: number[];
      worth?: {
        tile: string;
        tsumo: {
          hand: string;
          sorted: string;
          rules: string;
          lexicon: string;
          win: string;
          dealer: boolean;
          han: number;
          bonus: number;
          points: number;
          yaku: {
            name: string;
            han: number;
            reading: string;
            english: string;
          }[];
          made_of: string[][];
          words: string[];
          arrangement: {
            reading: string;
            spelling: string;
            kind: string;
          }[];
          yakuman: boolean;
          payments: {
            payer: string;
            sticks: number;
          }[];
          deposits: number;
          total: number;
          others: any[];
        };
        ron: {
          hand: string;
          sorted: string;
          rules: string;
          lexicon: string;
          win: string;
          dealer: boolean;
          han: number;
          bonus: number;
          points: number;
          yaku: {
            name: string;
            han: number;
            reading: string;
            english: string;
          }[];
          made_of: string[][];
          words: string[];
          arrangement: {
            reading: string;
            spelling: string;
            kind: string;
          }[];
          yakuman: boolean;
          payments: {
            payer: string;
            sticks: number;
          }[];
          deposits: number;
          total: number;
          others: any[];
        };
      }[];
    })[];
    end: {
      how: string;
      wins: ({
        player: number;
        tile: string;
        from: null | number;
        arrangement: {
          letters: string;
          words: {
            reading: string;
            spelling: string;
          }[];
        }[];
        paid?: {
          player: number;
          sticks: number;
        }[];
        score?: {
          hand: string;
          sorted: string;
          rules: string;
          lexicon: string;
          win: string;
          dealer: boolean;
          han: number;
          bonus: number;
          points: number;
          yaku: {
            name: string;
            han: number;
            reading: string;
            english: string;
          }[];
          made_of: string[][];
          words: string[];
          arrangement: {
            reading: string;
            spelling: string;
            kind: string;
          }[];
          yakuman: boolean;
          payments: {
            payer: string;
            sticks: number;
          }[];
          deposits: number;
          total: number;
          others: any[];
        };
      })[];
      deposits: number;
    };
    stopped: null;
  };
  game: {
    id: string;
    rules: string;
    lexicon: string;
    agents: string;
    seat: number;
    players: {
      seat: number;
      name: string;
      agent: string;
    }[];
    moves: {
      event: string;
      tile?: string;
      letters?: string;
    }[];
    phase: string;
    turn: number;
    wall: number;
    reshuffles: number;
    dealer: number;
    deposits: number;
    hand: string;
    drawn: null | string;
    missed: boolean;
    seats: {
      seat: number;
      hand: number;
      turns: number;
      riichi: number;
      discards: string[];
      melds: {
        letters: string;
        words: {
          reading: string;
          spelling: string;
        }[];
        tile: string;
        from: number;
      }[];
    }[];
    last: null | {
      player: number;
      tile: string;
    };
    seen: string;
    legal: {
      event: string;
      tile?: string;
      letters?: string;
      words?: {
        reading: string;
        spelling: string;
      }[];
      nearer?: boolean;
    }[];
    wide: {
      events: string[];
      words: Record<string, {
        reading: string;
        spelling: string;
        list: string;
      }[]>;
      declared: any[];
    };
    since: {
      event: string;
      player: number;
      tile?: string;
      letters?: string;
      words?: {
        reading: string;
        spelling: string;
      }[];
      from?: number;
    }[];
    end: null | {
      how: string;
      wins: ({
        player: number;
        tile: string;
        from: null | number;
        arrangement: {
          letters: string;
          words: {
            reading: string;
            spelling: string;
          }[];
        }[];
        paid?: {
          player: number;
          sticks: number;
        }[];
        score?: {
          hand: string;
          sorted: string;
          rules: string;
          lexicon: string;
          win: string;
          dealer: boolean;
          han: number;
          bonus: number;
          points: number;
          yaku: {
            name: string;
            han: number;
            reading: string;
            english: string;
          }[];
          made_of: string[][];
          words: string[];
          arrangement: {
            reading: string;
            spelling: string;
            kind: string;
          }[];
          yakuman: boolean;
          payments: {
            payer: string;
            sticks: number;
          }[];
          deposits: number;
          total: number;
          others: any[];
        };
      })[];
      deposits: number;
    };
    hands: null | string[];
    record: null | string;
    match?: {
      tiles: string;
      rounds: number;
      passed: number;
      honba: number;
      began: number[];
      points: number[];
      gains: number[];
      start: number[];
      barred: string;
      hands: {
        dealer: number;
        honba: number;
        how: string;
        winners: {
          player: number;
          yaku: string[];
          points: number;
        }[];
        tenpai: any[];
        points: number[];
      }[];
      over: boolean;
      order: any[];
      settlement: any[];
    };
  };
}
