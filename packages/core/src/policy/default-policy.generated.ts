// Written by scripts/embed-policy.mjs from default-policy.yaml. Do not edit.
export const defaultPolicyYaml = "# The policy in force until a tenant applies its own. A tenant's policy names its version, all scopes and all boundary\n# classes, and else contains only what it changes; everything else stays as it is here. A list is replaced as a whole.\nversion: 0.0.0-default\n\n# What each channel may read. `clearance` is the highest class. From low to high: public, internal, pii (sensitivity\n# none, low, high). No channel reads class secret. `reads` names the channels in which a memory may have been said, so\n# that everyone in this one could have heard it; each channel reads at least itself. A read that names no channel\n# returns class public only, wherever it was said.\nchannels:\n  public: { clearance: public, reads: [public] }\n  team: { clearance: internal, reads: [public, team] }\n  agent: { clearance: internal, reads: [public, agent] }\n  private: { clearance: pii, reads: [public, team, agent, private] }\n\n# How long memories of a scope are read after they were recorded (a number and s, m, h, d or w, or inf for ever), and how\n# many tokens of it one activation holds. Scope user counts as project; policy and global count as principle.\nscopes:\n  session: { ttl: inf, max_tokens: 20000 }\n  project: { ttl: inf, max_tokens: 50000 }\n  principle: { ttl: inf, max_tokens: 100000 }\n\n# What a text may be sent for. Of all that the detectors and the rules below find in it, the strictest class decides:\n# public (nothing found), internal (ip), pii (email, phone, card, iban, national_id) or secret (keys, tokens, passwords).\n# `allow` lists the tags it is open to: a tag, a prefix with a star, or * for everything. `redact` names what is masked\n# in a text that is allowed. `escalation` says what else may open it: human_review asks a person, deny nobody. Nothing\n# opens secret.\nboundary_classes:\n  public: { allow: ['*'], redact: [], escalation: deny }\n  internal: { allow: ['answer:task', 'tool:*'], redact: [], escalation: deny }\n  pii:\n    allow: ['tool:contact-lookup']\n    redact: [email, phone, card, iban, national_id]\n    escalation: human_review\n  secret: { allow: [], redact: [], escalation: deny }\n\n# How long a person's approval of a text may hold at most, and how many texts of one caller may wait for a person. What is\n# stopped beyond that is denied, and nobody is asked.\nescalations: { max_duration: 30d, max_pending: 100 }\n\n# What must always be true of what is written, read and sent, or of those that `on` lists: a name, the scopes it applies\n# to (one for principle binds project and session too, one for project binds session), and a rule such as:\n# tokens <= 2000 && 'card' notin detected\ninvariants: []\n\n# Rules of your own beside the detectors: a name, a regular expression to find, what to put in its place, and a class\n# (pii unless said). Patterns are matched in linear time; look-around and back-references are refused.\nredact_policies:\n  default:\n    rules: []\n\n# What happens to an edit: it applies at once, waits for a reviewer, or is denied. The first rule that fits decides; if\n# none fits, the edit waits. A rule may name principal (human, agent, service), role, kind, op, visibility, writer (the\n# type of principal that wrote the memory), each as one value or a list, own (the memory is the caller's own), approver\n# (the caller may approve edits) and undoes (a restore of edits of the caller's own, of others, or of reviewers).\napproval:\n  edits:\n    - { principal: human, approver: true, then: apply }\n    # What a reviewer decided is undone by reviewers. An agent or a service undoes only its own edits.\n    - { op: restore, undoes: reviewer, then: wait }\n    - { principal: [agent, service], op: restore, undoes: other, then: wait }\n    # Other people's edits wait only where somebody else, a person, wrote the memory.\n    - { principal: human, own: true, then: apply }\n    - { principal: human, writer: [agent, service], then: apply }\n    # Nobody else can see the memory, so nobody else could decide.\n    - { own: true, visibility: private, then: apply }\n    # The author could also revoke the capsule and make a new one.\n    - { own: true, kind: capsule, then: apply }\n\nretrieval:\n  # In which language words are stemmed: any for which Postgres ships a stemmer, or simple for none. A change rebuilds the\n  # index; searches go on meanwhile.\n  language: english\n  trust:\n    # Scores of untrusted memories, which neither a person nor the reader wrote, are multiplied by this.\n    untrusted_share: 0.4\n    # Each further memory of the same writer gets this share of the factor of the one before.\n    same_writer_share: 0.5\n    # Of ten results, and of each section of a context, this many may come from one writer that is neither a person nor\n    # the reader.\n    writer_items: 3\n    # Agents and services that are trusted as people are, as in agent:librarian. The limit above is not for them.\n    writers: []\n  # How claims are found: score = (alpha * vector + (1 - alpha) * text) * g, of the best k_txt by words and k_vec by\n  # meaning. The best k_final are shown, none below the threshold.\n  hybrid: { alpha: 0.65, k_txt: 48, k_vec: 96, k_final: 12, threshold: 0.15 }\n  # How long an activation can be read again.\n  active_context_ttl: 1h\n  # What g takes into account beside utility and confidence. A kind without a half-life of its own has the first.\n  rerank:\n    use_quality: false\n    recency_half_life_days: 30\n    recency:\n      half_life_days_by_kind: { fact: 120, task: 14, preference: 90, policy_hint: 365 }\n  # How a context selects its evidence: score = alpha * similarity + beta * recency + gamma * importance.\n  context:\n    alpha: 0.6\n    beta: 0.3\n    gamma: 0.1\n    recency_half_life_days: 30\n    # A memory is unrelated to the question if its similarity is below this share of the best match's.\n    threshold: 0.05\n    # And if its relevance is below this, which lost less than one piece of evidence in a thousand.\n    min_relevance: 0.002\n    # The first places go to trusted memories, if enough of them match.\n    leading_trusted: 10\n\n# A principal may say once in this time how a claim proved.\nfeedback: { bucket: 1h }\n\n# What makes the system propose a censor, which a person approves: feedback that a claim is harmful, an episode that has\n# failed, the retraction of a memory.\ncensors: { propose_on: [harmful, failed_episode] }\n\n# Hints for tidying up claims: whether a claim is shown with them, from which cosine on another one is named\n# as similar, and after how many days without helpful feedback it is stale.\nmaintenance: { hints_enabled: true, similarity_threshold: 0.9, stale_days: 30 }\n\n# How long data is kept: a number and s, m, h, d or w; grace and audit may also be inf.\nretention:\n  idempotency_keys: 24h\n  # Background jobs that are done, failed or stopped.\n  finished_jobs: 7d\n  # Kinds of memories that no ttl of a scope ends.\n  exempt_kinds: [decision, rule, procedure, censor]\n  # Memories that a ttl or an expires_at of their own has ended are erased after this time. Until then a longer ttl brings\n  # back what it ended.\n  grace: 30d\n  # Entries of the audit log, at least 1d.\n  audit: 365d\n\n# Whether the next policy must be signed, and by whom: names and Ed25519 public keys, 32 bytes in base64.\nsigning: { required: false, keys: {} }\n\nlimits:\n  text_characters: 100000\n  query_characters: 10000\n  context_tokens: 1000000\n  capsule_items: 1000\n  capsule_days: 365\n  # How many other memories one edit may reach, and how many steps away. It is one transaction, for which others wait on\n  # the embedded engine.\n  cascade_memories: 1000\n  cascade_depth: 10\n  # How many calls of a class one key may make over REST and MCP, or without keys one principal: read, write, and admin for\n  # what needs that permission. Calls past it get RATE_LIMIT. Each server process counts for itself.\n  rate:\n    read: { requests: 60000, per: 1m }\n    write: { requests: 30000, per: 1m }\n    admin: { requests: 600, per: 1m }\n  # How many of its calls may run at once.\n  concurrency: 64\n";
export const defaultPolicyDocument = {
  "version": "0.0.0-default",
  "channels": {
    "public": {
      "clearance": "public",
      "reads": [
        "public"
      ]
    },
    "team": {
      "clearance": "internal",
      "reads": [
        "public",
        "team"
      ]
    },
    "agent": {
      "clearance": "internal",
      "reads": [
        "public",
        "agent"
      ]
    },
    "private": {
      "clearance": "pii",
      "reads": [
        "public",
        "team",
        "agent",
        "private"
      ]
    }
  },
  "scopes": {
    "session": {
      "ttl": "inf",
      "max_tokens": 20000
    },
    "project": {
      "ttl": "inf",
      "max_tokens": 50000
    },
    "principle": {
      "ttl": "inf",
      "max_tokens": 100000
    }
  },
  "boundary_classes": {
    "public": {
      "allow": [
        "*"
      ],
      "redact": [],
      "escalation": "deny"
    },
    "internal": {
      "allow": [
        "answer:task",
        "tool:*"
      ],
      "redact": [],
      "escalation": "deny"
    },
    "pii": {
      "allow": [
        "tool:contact-lookup"
      ],
      "redact": [
        "email",
        "phone",
        "card",
        "iban",
        "national_id"
      ],
      "escalation": "human_review"
    },
    "secret": {
      "allow": [],
      "redact": [],
      "escalation": "deny"
    }
  },
  "escalations": {
    "max_duration": "30d",
    "max_pending": 100
  },
  "invariants": [],
  "redact_policies": {
    "default": {
      "rules": []
    }
  },
  "approval": {
    "edits": [
      {
        "principal": "human",
        "approver": true,
        "then": "apply"
      },
      {
        "op": "restore",
        "undoes": "reviewer",
        "then": "wait"
      },
      {
        "principal": [
          "agent",
          "service"
        ],
        "op": "restore",
        "undoes": "other",
        "then": "wait"
      },
      {
        "principal": "human",
        "own": true,
        "then": "apply"
      },
      {
        "principal": "human",
        "writer": [
          "agent",
          "service"
        ],
        "then": "apply"
      },
      {
        "own": true,
        "visibility": "private",
        "then": "apply"
      },
      {
        "own": true,
        "kind": "capsule",
        "then": "apply"
      }
    ]
  },
  "retrieval": {
    "language": "english",
    "trust": {
      "untrusted_share": 0.4,
      "same_writer_share": 0.5,
      "writer_items": 3,
      "writers": []
    },
    "hybrid": {
      "alpha": 0.65,
      "k_txt": 48,
      "k_vec": 96,
      "k_final": 12,
      "threshold": 0.15
    },
    "active_context_ttl": "1h",
    "rerank": {
      "use_quality": false,
      "recency_half_life_days": 30,
      "recency": {
        "half_life_days_by_kind": {
          "fact": 120,
          "task": 14,
          "preference": 90,
          "policy_hint": 365
        }
      }
    },
    "context": {
      "alpha": 0.6,
      "beta": 0.3,
      "gamma": 0.1,
      "recency_half_life_days": 30,
      "threshold": 0.05,
      "min_relevance": 0.002,
      "leading_trusted": 10
    }
  },
  "feedback": {
    "bucket": "1h"
  },
  "censors": {
    "propose_on": [
      "harmful",
      "failed_episode"
    ]
  },
  "maintenance": {
    "hints_enabled": true,
    "similarity_threshold": 0.9,
    "stale_days": 30
  },
  "retention": {
    "idempotency_keys": "24h",
    "finished_jobs": "7d",
    "exempt_kinds": [
      "decision",
      "rule",
      "procedure",
      "censor"
    ],
    "grace": "30d",
    "audit": "365d"
  },
  "signing": {
    "required": false,
    "keys": {}
  },
  "limits": {
    "text_characters": 100000,
    "query_characters": 10000,
    "context_tokens": 1000000,
    "capsule_items": 1000,
    "capsule_days": 365,
    "cascade_memories": 1000,
    "cascade_depth": 10,
    "rate": {
      "read": {
        "requests": 60000,
        "per": "1m"
      },
      "write": {
        "requests": 30000,
        "per": "1m"
      },
      "admin": {
        "requests": 600,
        "per": "1m"
      }
    },
    "concurrency": 64
  }
};
