/** Generated from the migrations: `npm run types -w @slipway/database`. One file: the generator writes one. */
export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

/** The tables, views and functions of the database. */
export type Database = {
  public: {
    Tables: {
      agent_configs: {
        Row: {
          agent_id: string
          changelog: string
          created_at: string
          max_tokens: number
          prompt: string
          temperature: number
          tools: NonNullable<Json>
          updated_at: string
          version: number | null
        }
        Insert: {
          agent_id: string
          changelog?: string
          created_at?: string
          max_tokens?: number
          prompt?: string
          temperature?: number
          tools?: NonNullable<Json>
          updated_at?: string
          version?: number | null
        }
        Update: {
          agent_id?: string
          changelog?: string
          created_at?: string
          max_tokens?: number
          prompt?: string
          temperature?: number
          tools?: NonNullable<Json>
          updated_at?: string
          version?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "agent_configs_agent_id_fkey"
            columns: ["agent_id"]
            isOneToOne: true
            referencedRelation: "agents"
            referencedColumns: ["id"]
          },
        ]
      }
      agent_favorites: {
        Row: {
          agent_id: string
          created_at: string
          user_id: string
        }
        Insert: {
          agent_id: string
          created_at?: string
          user_id?: string
        }
        Update: {
          agent_id?: string
          created_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "agent_favorites_agent_id_fkey"
            columns: ["agent_id"]
            isOneToOne: false
            referencedRelation: "agents"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "agent_favorites_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      agent_installs: {
        Row: {
          agent_id: string
          created_at: string
          user_id: string
        }
        Insert: {
          agent_id: string
          created_at?: string
          user_id?: string
        }
        Update: {
          agent_id?: string
          created_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "agent_installs_agent_id_fkey"
            columns: ["agent_id"]
            isOneToOne: false
            referencedRelation: "agents"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "agent_installs_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      agent_listings: {
        Row: {
          agent_id: string
          average_rating: number
          category: string
          color: string | null
          created_at: string
          creator_id: string | null
          creator_name: string | null
          description: string | null
          external_only: boolean
          icon: string | null
          installs: number
          name: string
          price_micros: number
          price_per_message: number | null
          price_per_month: number | null
          pricing_model: string
          rating_sum: number
          review_count: number
          search: unknown
          search_text: string
          tags: string[]
        }
        Insert: {
          agent_id: string
          average_rating?: never
          category: string
          color?: string | null
          created_at: string
          creator_id?: string | null
          creator_name?: string | null
          description?: string | null
          external_only: boolean
          icon?: string | null
          installs: number
          name: string
          price_micros?: never
          price_per_message?: number | null
          price_per_month?: number | null
          pricing_model: string
          rating_sum: number
          review_count: number
          search: unknown
          search_text: string
          tags: string[]
        }
        Update: {
          agent_id?: string
          average_rating?: never
          category?: string
          color?: string | null
          created_at?: string
          creator_id?: string | null
          creator_name?: string | null
          description?: string | null
          external_only?: boolean
          icon?: string | null
          installs?: number
          name?: string
          price_micros?: never
          price_per_message?: number | null
          price_per_month?: number | null
          pricing_model?: string
          rating_sum?: number
          review_count?: number
          search?: unknown
          search_text?: string
          tags?: string[]
        }
        Relationships: [
          {
            foreignKeyName: "agent_listings_agent_id_fkey"
            columns: ["agent_id"]
            isOneToOne: true
            referencedRelation: "agents"
            referencedColumns: ["id"]
          },
        ]
      }
      agent_reports: {
        Row: {
          agent_id: string
          created_at: string
          details: string | null
          id: string
          reason: string
          user_id: string
        }
        Insert: {
          agent_id: string
          created_at?: string
          details?: string | null
          id?: string
          reason: string
          user_id?: string
        }
        Update: {
          agent_id?: string
          created_at?: string
          details?: string | null
          id?: string
          reason?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "agent_reports_agent_id_fkey"
            columns: ["agent_id"]
            isOneToOne: false
            referencedRelation: "agents"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "agent_reports_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      agent_review_votes: {
        Row: {
          created_at: string
          review_id: string
          user_id: string
        }
        Insert: {
          created_at?: string
          review_id: string
          user_id?: string
        }
        Update: {
          created_at?: string
          review_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "agent_review_votes_review_id_fkey"
            columns: ["review_id"]
            isOneToOne: false
            referencedRelation: "agent_reviews"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "agent_review_votes_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      agent_reviews: {
        Row: {
          agent_id: string
          body: string | null
          created_at: string
          helpful_count: number
          id: string
          rating: number
          updated_at: string
          user_id: string
        }
        Insert: {
          agent_id: string
          body?: string | null
          created_at?: string
          helpful_count?: number
          id?: string
          rating: number
          updated_at?: string
          user_id?: string
        }
        Update: {
          agent_id?: string
          body?: string | null
          created_at?: string
          helpful_count?: number
          id?: string
          rating?: number
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "agent_reviews_agent_id_fkey"
            columns: ["agent_id"]
            isOneToOne: false
            referencedRelation: "agents"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "agent_reviews_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      agents: {
        Row: {
          allows_system_messages: boolean
          calls_end_at: string | null
          category: string
          color: string | null
          created_at: string
          creator_id: string
          description: string | null
          examples: string[]
          external_only: boolean
          external_url: string | null
          icon: string | null
          id: string
          imported_installs: number
          install_count: number
          is_public: boolean
          name: string
          notice_days: number
          price_per_message: number | null
          price_per_month: number | null
          pricing_model: string
          readme: string | null
          status: string
          suspended_at: string | null
          tags: string[]
          updated_at: string
          withdrawn_at: string | null
        }
        Insert: {
          allows_system_messages?: boolean
          calls_end_at?: string | null
          category: string
          color?: string | null
          created_at?: string
          creator_id?: string
          description?: string | null
          examples?: string[]
          external_only?: boolean
          external_url?: string | null
          icon?: string | null
          id?: string
          imported_installs?: number
          install_count?: number
          is_public?: boolean
          name: string
          notice_days?: number
          price_per_message?: number | null
          price_per_month?: number | null
          pricing_model?: string
          readme?: string | null
          status?: string
          suspended_at?: string | null
          tags?: string[]
          updated_at?: string
          withdrawn_at?: string | null
        }
        Update: {
          allows_system_messages?: boolean
          calls_end_at?: string | null
          category?: string
          color?: string | null
          created_at?: string
          creator_id?: string
          description?: string | null
          examples?: string[]
          external_only?: boolean
          external_url?: string | null
          icon?: string | null
          id?: string
          imported_installs?: number
          install_count?: number
          is_public?: boolean
          name?: string
          notice_days?: number
          price_per_message?: number | null
          price_per_month?: number | null
          pricing_model?: string
          readme?: string | null
          status?: string
          suspended_at?: string | null
          tags?: string[]
          updated_at?: string
          withdrawn_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "agents_creator_id_fkey"
            columns: ["creator_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      deployment_calls: {
        Row: {
          cost: number
          deployment_id: string
          expires_at: string
          id: string
          idempotency_key: string | null
          input_tokens: number | null
          is_charged: boolean
          key_id: string | null
          latency_ms: number | null
          model: string | null
          model_cost: number | null
          output_tokens: number | null
          request_hash: string | null
          started_at: string
          status: number | null
          user_id: string
        }
        Insert: {
          cost?: number
          deployment_id: string
          expires_at: string
          id?: string
          idempotency_key?: string | null
          input_tokens?: number | null
          is_charged?: boolean
          key_id?: string | null
          latency_ms?: number | null
          model?: string | null
          model_cost?: number | null
          output_tokens?: number | null
          request_hash?: string | null
          started_at?: string
          status?: number | null
          user_id: string
        }
        Update: {
          cost?: number
          deployment_id?: string
          expires_at?: string
          id?: string
          idempotency_key?: string | null
          input_tokens?: number | null
          is_charged?: boolean
          key_id?: string | null
          latency_ms?: number | null
          model?: string | null
          model_cost?: number | null
          output_tokens?: number | null
          request_hash?: string | null
          started_at?: string
          status?: number | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "deployment_calls_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      deployment_events: {
        Row: {
          actor: string
          created_at: string
          deployment_id: string
          from_status: string | null
          id: number
          to_status: string | null
          user_id: string
        }
        Insert: {
          actor: string
          created_at?: string
          deployment_id: string
          from_status?: string | null
          id?: never
          to_status?: string | null
          user_id: string
        }
        Update: {
          actor?: string
          created_at?: string
          deployment_id?: string
          from_status?: string | null
          id?: never
          to_status?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "deployment_events_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      deployment_webhooks: {
        Row: {
          created_at: string
          deployment_id: string
          disabled_at: string | null
          events: string[]
          id: string
          secret_lost_at: string | null
          url: string
          user_id: string
        }
        Insert: {
          created_at?: string
          deployment_id: string
          disabled_at?: string | null
          events: string[]
          id?: string
          secret_lost_at?: string | null
          url: string
          user_id: string
        }
        Update: {
          created_at?: string
          deployment_id?: string
          disabled_at?: string | null
          events?: string[]
          id?: string
          secret_lost_at?: string | null
          url?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "deployment_webhooks_deployment_id_fkey"
            columns: ["deployment_id"]
            isOneToOne: false
            referencedRelation: "deployments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "deployment_webhooks_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      deployments: {
        Row: {
          agent_id: string
          api_key: string
          created_at: string
          endpoint_url: string
          id: string
          last_deployed_at: string | null
          name: string
          pinned_version: number | null
          slug: string
          status: string
          updated_at: string
          user_id: string
          version: number
        }
        Insert: {
          agent_id: string
          api_key: string
          created_at?: string
          endpoint_url: string
          id?: string
          last_deployed_at?: string | null
          name: string
          pinned_version?: number | null
          slug?: never
          status?: string
          updated_at?: string
          user_id?: string
          version?: number
        }
        Update: {
          agent_id?: string
          api_key?: string
          created_at?: string
          endpoint_url?: string
          id?: string
          last_deployed_at?: string | null
          name?: string
          pinned_version?: number | null
          slug?: never
          status?: string
          updated_at?: string
          user_id?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "deployments_agent_id_fkey"
            columns: ["agent_id"]
            isOneToOne: false
            referencedRelation: "agents"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "deployments_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      notification_preferences: {
        Row: {
          mails_failures: boolean
          mails_reviews: boolean
          user_id: string
        }
        Insert: {
          mails_failures?: boolean
          mails_reviews?: boolean
          user_id?: string
        }
        Update: {
          mails_failures?: boolean
          mails_reviews?: boolean
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "notification_preferences_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      notifications: {
        Row: {
          created_at: string
          details: NonNullable<Json>
          id: number
          kind: string
          read_at: string | null
          user_id: string
        }
        Insert: {
          created_at?: string
          details: NonNullable<Json>
          id?: never
          kind: string
          read_at?: string | null
          user_id: string
        }
        Update: {
          created_at?: string
          details?: NonNullable<Json>
          id?: never
          kind?: string
          read_at?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "notifications_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      profile_details: {
        Row: {
          about: string
          color: string | null
          links: string[]
          picture: string | null
          updated_at: string
          user_id: string
        }
        Insert: {
          about?: string
          color?: string | null
          links?: string[]
          picture?: string | null
          updated_at?: string
          user_id?: string
        }
        Update: {
          about?: string
          color?: string | null
          links?: string[]
          picture?: string | null
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "profile_details_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      profiles: {
        Row: {
          full_name: string | null
          id: string
        }
        Insert: {
          full_name?: string | null
          id: string
        }
        Update: {
          full_name?: string | null
          id?: string
        }
        Relationships: []
      }
      security_audit_log: {
        Row: {
          created_at: string
          details: NonNullable<Json>
          event_type: string
          id: number
          ip_address: string | null
          user_agent: string | null
          user_id: string | null
        }
        Insert: {
          created_at?: string
          details?: NonNullable<Json>
          event_type: string
          id?: never
          ip_address?: string | null
          user_agent?: string | null
          user_id?: string | null
        }
        Update: {
          created_at?: string
          details?: NonNullable<Json>
          event_type?: string
          id?: never
          ip_address?: string | null
          user_agent?: string | null
          user_id?: string | null
        }
        Relationships: []
      }
      shared_conversations: {
        Row: {
          agent_id: string | null
          agent_name: string
          ciphertext: string | null
          created_at: string
          expires_at: string
          id: string
          removal_reason: string | null
          removed_at: string | null
          shows_name: boolean
          user_id: string
        }
        Insert: {
          agent_id?: string | null
          agent_name: string
          ciphertext?: string | null
          created_at?: string
          expires_at: string
          id: string
          removal_reason?: string | null
          removed_at?: string | null
          shows_name: boolean
          user_id: string
        }
        Update: {
          agent_id?: string | null
          agent_name?: string
          ciphertext?: string | null
          created_at?: string
          expires_at?: string
          id?: string
          removal_reason?: string | null
          removed_at?: string | null
          shows_name?: boolean
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "shared_conversations_agent_id_fkey"
            columns: ["agent_id"]
            isOneToOne: false
            referencedRelation: "agents"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "shared_conversations_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      subscriptions: {
        Row: {
          anchored_at: string | null
          billing_cycle: string
          created_at: string
          current_period_end: string
          current_period_start: string
          id: string
          is_active: boolean
          plan_name: string
          price_per_cycle: number
          renews: boolean
          status: string
          updated_at: string
          user_id: string | null
        }
        Insert: {
          anchored_at?: string | null
          billing_cycle: string
          created_at?: string
          current_period_end: string
          current_period_start: string
          id?: string
          is_active?: never
          plan_name: string
          price_per_cycle: number
          renews?: boolean
          status: string
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          anchored_at?: string | null
          billing_cycle?: string
          created_at?: string
          current_period_end?: string
          current_period_start?: string
          id?: string
          is_active?: never
          plan_name?: string
          price_per_cycle?: number
          renews?: boolean
          status?: string
          updated_at?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "subscriptions_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      usage_tracking: {
        Row: {
          agent_id: string | null
          cost: number
          created_at: string
          deployment_id: string | null
          id: string
          idempotency_key: string | null
          is_own: boolean
          quantity: number
          tokens: number | null
          usage_type: string
          user_id: string | null
        }
        Insert: {
          agent_id?: string | null
          cost?: number
          created_at?: string
          deployment_id?: string | null
          id?: string
          idempotency_key?: string | null
          is_own?: boolean
          quantity: number
          tokens?: number | null
          usage_type: string
          user_id?: string | null
        }
        Update: {
          agent_id?: string | null
          cost?: number
          created_at?: string
          deployment_id?: string | null
          id?: string
          idempotency_key?: string | null
          is_own?: boolean
          quantity?: number
          tokens?: number | null
          usage_type?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "usage_tracking_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      webhook_deliveries: {
        Row: {
          attempts: number
          created_at: string
          data: NonNullable<Json>
          delivered_at: string | null
          due_at: string | null
          event: string
          failed_at: string | null
          id: string
          status: number | null
          user_id: string
          webhook_id: string
        }
        Insert: {
          attempts?: number
          created_at?: string
          data: NonNullable<Json>
          delivered_at?: string | null
          due_at?: string | null
          event: string
          failed_at?: string | null
          id?: string
          status?: number | null
          user_id: string
          webhook_id: string
        }
        Update: {
          attempts?: number
          created_at?: string
          data?: NonNullable<Json>
          delivered_at?: string | null
          due_at?: string | null
          event?: string
          failed_at?: string | null
          id?: string
          status?: number | null
          user_id?: string
          webhook_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "webhook_deliveries_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "webhook_deliveries_webhook_id_fkey"
            columns: ["webhook_id"]
            isOneToOne: false
            referencedRelation: "deployment_webhooks"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      accept_terms: {
        Args: { deployment: string; offer: number }
        Returns: string
      }
      account_deletion: {
        Args: Record<PropertyKey, never>
        Returns: {
          deletes_at: string
          requested_at: string
        }[]
      }
      advance_deployments: { Args: Record<PropertyKey, never>; Returns: number }
      agent_configuration: {
        Args: { agent: string }
        Returns: {
          allows_system_messages: boolean
          description: string
          etag: string
          max_tokens: number
          name: string
          notice_days: number
          prompt: string
          temperature: number
          tools: Json
        }[]
      }
      agent_deployments: {
        Args: Record<PropertyKey, never>
        Returns: {
          agent_id: string
          calls_end_at: string
          deployments: number
          own_deployments: number
        }[]
      }
      agent_figures: {
        Args: { agent: string; days?: number }
        Returns: {
          day: string
          installs: number
          interactions: number
          revenue: number
        }[]
      }
      agent_instructions: {
        Args: { agent_id: string }
        Returns: {
          agent_name: string
          external_url: string
          max_tokens: number
          prompt: string
          temperature: number
        }[]
      }
      agent_interactions: {
        Args: Record<PropertyKey, never>
        Returns: {
          agent_id: string
          interactions: number
        }[]
      }
      agent_listing: {
        Args: { agent: string }
        Returns: {
          category: string
          description: string
          etag: string
          is_public: boolean
          price_per_message: number
          price_per_month: number
          pricing_model: string
          status: string
          tags: string[]
        }[]
      }
      agent_page: {
        Args: { agent: string }
        Returns: {
          color: string
          etag: string
          examples: string[]
          icon: string
          readme: string
        }[]
      }
      agent_tool_secret: { Args: { agent: string; url: string }; Returns: Json }
      agent_tools: { Args: { agent: string }; Returns: Json }
      begin_call: {
        Args: {
          deployment_id: string
          idempotency_key?: string
          key_id?: string
          lease_seconds: number
          request_hash?: string
        }
        Returns: {
          agent_name: string
          answer: string
          appeal: string
          call_id: string
          calls_end_at: string
          cost: number
          external_url: string
          max_tokens: number
          outcome: string
          period_end: string
          plan_name: string
          prompt: string
          quota: number
          reason: string
          temperature: number
        }[]
      }
      begin_data_export: {
        Args: Record<PropertyKey, never>
        Returns: {
          row_count: number
          table_name: string
        }[]
      }
      begin_payment_event: {
        Args: { created: string; id: string; type: string }
        Returns: number
      }
      billing_statement: {
        Args: Record<PropertyKey, never>
        Returns: {
          agent: string
          amount: number
          deployment: string
          deployment_id: string
          ends_at: string
          is_accrued: boolean
          kind: string
          quantity: number
          reason: string
          refunded_at: string
          starts_at: string
        }[]
      }
      call_grant: {
        Args: {
          default_rate: number
          key_hash: string
          spare?: number
          waiting?: number
        }
        Returns: Json
      }
      cancel_account_deletion: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      close_invoices: { Args: { email: string }; Returns: number }
      configure_agent: {
        Args: {
          agent: string
          allows_system_messages?: boolean
          changelog?: string
          description: string
          etag?: string
          max_tokens: number
          name: string
          notice_days?: number
          prompt: string
          temperature: number
          tools?: Json
        }
        Returns: undefined
      }
      count_listings: {
        Args: {
          category?: string
          max_price?: number
          min_price?: number
          q?: string
          tags?: string[]
        }
        Returns: number
      }
      count_recovery_codes: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      create_agent: {
        Args: {
          allows_system_messages?: boolean
          category?: string
          description: string
          max_tokens?: number
          name: string
          notice_days?: number
          prompt?: string
          temperature?: number
        }
        Returns: {
          allows_system_messages: boolean
          calls_end_at: string | null
          category: string
          color: string | null
          created_at: string
          creator_id: string
          description: string | null
          examples: string[]
          external_only: boolean
          external_url: string | null
          icon: string | null
          id: string
          imported_installs: number
          install_count: number
          is_public: boolean
          name: string
          notice_days: number
          price_per_message: number | null
          price_per_month: number | null
          pricing_model: string
          readme: string | null
          status: string
          suspended_at: string | null
          tags: string[]
          updated_at: string
          withdrawn_at: string | null
        }
        SetofOptions: {
          from: "*"
          to: "agents"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      create_recovery_codes: {
        Args: Record<PropertyKey, never>
        Returns: string[]
      }
      create_webhook: {
        Args: { deployment: string; events: string[]; url: string }
        Returns: {
          id: string
          secret: string
        }[]
      }
      creator_figures: {
        Args: { creator: string }
        Returns: {
          agents: number
          installs: number
          rating_sum: number
          review_count: number
        }[]
      }
      dashboard_totals: {
        Args: Record<PropertyKey, never>
        Returns: {
          active_users: number
          interactions: number
          revenue: number
          total_agents: number
        }[]
      }
      deployment_figures: {
        Args: { id: string; span?: string }
        Returns: {
          calls: number
          cost: number
          failures: number
          input_tokens: number
          output_tokens: number
          p50_ms: number
          p95_ms: number
        }[]
      }
      deployment_tools: { Args: { deployment: string }; Returns: Json }
      earnings_by_day: {
        Args: { days?: number }
        Returns: {
          agent: string
          agent_id: string
          day: string
          earned: number
          revenue: number
        }[]
      }
      earnings_page: {
        Args: { after_agent?: string; after_day?: string; days?: number }
        Returns: {
          agent: string
          agent_id: string
          day: string
          earned: number
          revenue: number
        }[]
      }
      earnings_summary: {
        Args: Record<PropertyKey, never>
        Returns: {
          balance: number
          earned: number
          paid_out: number
          payable: number
          payout_state: string
        }[]
      }
      enable_webhook: { Args: { webhook: string }; Returns: undefined }
      end_session: { Args: { session_id: string }; Returns: boolean }
      end_user_sessions: {
        Args: { account?: string; reason: string }
        Returns: number
      }
      ending_deployments: {
        Args: Record<PropertyKey, never>
        Returns: {
          agent_id: string
          calls_end_at: string
          deployment_id: string
        }[]
      }
      export_rows: {
        Args: { after?: string; max_rows?: number; table_name: string }
        Returns: {
          cursor: string
          row_data: Json
        }[]
      }
      finish_call: {
        Args: {
          answer?: string
          call_id: string
          input_tokens: number
          is_charged: boolean
          latency_ms: number
          model?: string
          models?: Json
          output_tokens: number
          status: number
        }
        Returns: number
      }
      finish_calls: { Args: { calls: Json; returned?: Json }; Returns: Json }
      finish_invoice_event: {
        Args: {
          id: string
          invoice: string
          paid?: number
          starts?: string
          state?: string
          subscription?: string
          ticket: number
        }
        Returns: string
      }
      finish_payment_event: {
        Args: {
          customer: string
          ends: string
          id: string
          plan_name: string
          price: number
          renews: boolean
          starts: string
          status: string
          subscription: string
          ticket: number
        }
        Returns: string
      }
      finish_payout_account_event: {
        Args: { account: string; id: string; state: string; ticket: number }
        Returns: string
      }
      finish_transfer_event: {
        Args: { id: string; reversed: number; transfer: string }
        Returns: string
      }
      has_password: { Args: Record<PropertyKey, never>; Returns: boolean }
      keep_tool_calls: {
        Args: {
          binding: string
          state: string
          subject: string
          token_hash: string
        }
        Returns: string
      }
      lease_calls: {
        Args: {
          deployment_id: string
          key_id: string
          lease: string
          lease_seconds: number
          spare: number
          waiting: number
        }
        Returns: Json
      }
      lift_suspension: {
        Args: { kind: string; reason: string; subject: string }
        Returns: string
      }
      limit_deployment_key: {
        Args: { expires_at: string; id: string; requests_per_minute: number }
        Returns: undefined
      }
      link_payment_customer: {
        Args: { customer: string; lost?: string; person: string }
        Returns: string
      }
      link_payout_account: {
        Args: { account: string; lost?: string; person: string }
        Returns: string
      }
      list_agent_reports: {
        Args: Record<PropertyKey, never>
        Returns: {
          agent_id: string
          creator: string
          creator_id: string
          details: string[]
          is_suspended: boolean
          last_reported_at: string
          name: string
          reasons: string[]
          reports: number
        }[]
      }
      list_agent_tool_secrets: {
        Args: { agent: string }
        Returns: {
          created_at: string
          header: string
          url: string
        }[]
      }
      list_agent_versions: {
        Args: { agent: string }
        Returns: {
          changelog: string
          created_at: string
          version: number
        }[]
      }
      list_conversation_reports: {
        Args: Record<PropertyKey, never>
        Returns: {
          agent_id: string
          conversation_id: string
          details: string[]
          key: string
          reasons: string[]
          reported_at: string
          reports: number
          user_id: string
        }[]
      }
      list_deployment_keys: {
        Args: { id: string }
        Returns: {
          created_at: string
          expires_at: string
          last_four: string
          last_used_at: string
          replaced_at: string
          requests_per_minute: number
          revoked_at: string
        }[]
      }
      list_deployment_terms: {
        Args: { deployment: string }
        Returns: {
          agent_version: number
          price_per_message: number
          price_per_month: number
          pricing_model: string
          quoted_at: string
          source: string
          starts_at: string
        }[]
      }
      list_invoices: {
        Args: Record<PropertyKey, never>
        Returns: {
          corrects: string
          issued_at: string
          kind: string
          number: string
          paid: number
          period_end: string
          period_start: string
          state: string
          tax: number
          total: number
        }[]
      }
      list_jobs: {
        Args: Record<PropertyKey, never>
        Returns: {
          created_at: string
          done: number
          finished_at: string
          id: string
          kind: string
          subject: string
          total: number
        }[]
      }
      list_payouts: {
        Args: Record<PropertyKey, never>
        Returns: {
          amount: number
          created_at: string
          given_back: number
          month: string
          paid_at: string
          status: string
        }[]
      }
      list_security_events: {
        Args: { before?: number; max_rows?: number }
        Returns: {
          address: string
          created_at: string
          details: Json
          event_type: string
          id: number
          occurrences: number
        }[]
      }
      list_sessions: {
        Args: Record<PropertyKey, never>
        Returns: {
          address: string
          created_at: string
          id: string
          is_current: boolean
          last_used_at: string
          user_agent: string
        }[]
      }
      list_spend_limits: {
        Args: { deployment?: string }
        Returns: {
          alerted: number
          amount: number
          month: string
          name: string
          resets_at: string
          scope: string
          spent: number
          subject: string
        }[]
      }
      list_suspensions: {
        Args: Record<PropertyKey, never>
        Returns: {
          appeal: string
          created_at: string
          kind: string
          name: string
          reason: string
          subject: string
        }[]
      }
      mail_sent: { Args: { id: number }; Returns: undefined }
      message_quota: {
        Args: Record<PropertyKey, never>
        Returns: {
          period_end: string
          period_start: string
          plan_name: string
          quota: number
          used: number
        }[]
      }
      model_costs: {
        Args: { days?: number }
        Returns: {
          calls: number
          charged: number
          cost: number
          day: string
          input_tokens: number
          model: string
          output_tokens: number
          unpriced: number
        }[]
      }
      moderate_picture: {
        Args: { kind: string; reason: string; subject: string }
        Returns: boolean
      }
      own_profile: {
        Args: Record<PropertyKey, never>
        Returns: {
          about: string
          color: string
          etag: string
          full_name: string
          links: string[]
          mails_failures: boolean
          mails_reviews: boolean
          picture: string
        }[]
      }
      payment_account: { Args: Record<PropertyKey, never>; Returns: Json }
      payment_canceled: { Args: { customer: string }; Returns: undefined }
      payment_subscription_lost: {
        Args: { id: string; subscription: string; ticket: number }
        Returns: string
      }
      payout_account: { Args: Record<PropertyKey, never>; Returns: Json }
      payout_paid: { Args: { id: number; transfer: string }; Returns: boolean }
      payout_rejected: { Args: { id: number; reason: string }; Returns: string }
      pending_terms: {
        Args: Record<PropertyKey, never>
        Returns: {
          accepted_from: string
          announced_at: string
          deployment_id: string
          effective_at: string
          new_price_per_message: number
          new_price_per_month: number
          offer_id: number
          old_price_per_message: number
          old_price_per_month: number
          stops_at: string
        }[]
      }
      picture_owner: { Args: { agent?: string }; Returns: string }
      pin_deployment: {
        Args: { deployment: string; version?: number }
        Returns: undefined
      }
      preview_access: {
        Args: { agent?: string }
        Returns: {
          agent_id: string
          is_creator: boolean
          user_id: string
        }[]
      }
      publish_agent: {
        Args: {
          agent: string
          category: string
          description: string
          etag: string
          price_per_message?: number
          price_per_month?: number
          pricing_model: string
          tags: string[]
        }
        Returns: undefined
      }
      quote_deployment: {
        Args: { agent: string }
        Returns: {
          agent_version: number
          expires_at: string
          is_own: boolean
          period_end: string
          plan_name: string
          price_per_message: number
          price_per_month: number
          pricing_model: string
          quota: number
          quote_id: string
          used: number
        }[]
      }
      rating_distribution: {
        Args: { agent: string }
        Returns: {
          rating: number
          reviews: number
        }[]
      }
      read_invoice: { Args: { number: string }; Returns: Json }
      read_picture: { Args: { hash: string }; Returns: string }
      read_shared_conversation: {
        Args: { id: string }
        Returns: {
          agent_id: string
          agent_name: string
          category: string
          ciphertext: string
          color: string
          created_at: string
          expires_at: string
          icon: string
          person: string
        }[]
      }
      recent_activity: {
        Args: Record<PropertyKey, never>
        Returns: {
          happened_at: string
          kind: string
          subject: string
        }[]
      }
      reconcile_billing: { Args: { days?: number }; Returns: Json }
      record_calls: { Args: { calls: Json; returned?: Json }; Returns: Json }
      record_usage: {
        Args: {
          deployment_id: string
          idempotency_key: string
          quantity?: number
          tokens?: number
        }
        Returns: {
          agent_id: string | null
          cost: number
          created_at: string
          deployment_id: string | null
          id: string
          idempotency_key: string | null
          is_own: boolean
          quantity: number
          tokens: number | null
          usage_type: string
          user_id: string | null
        }
        SetofOptions: {
          from: "*"
          to: "usage_tracking"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      refund_charge: {
        Args: { amount: number; charge: number; reason: string }
        Returns: number
      }
      remove_picture: { Args: { agent?: string }; Returns: boolean }
      remove_shared_conversation: {
        Args: { id: string; reason: string }
        Returns: boolean
      }
      remove_spend_limit: {
        Args: { scope: string; subject: string }
        Returns: undefined
      }
      report_shared_conversation: {
        Args: { details?: string; id: string; key: string; reason: string }
        Returns: undefined
      }
      request_account_deletion: {
        Args: Record<PropertyKey, never>
        Returns: string
      }
      reserve_preview: {
        Args: {
          address: string
          address_budget: number
          agent: string
          day_budget: number
          own_budget: number
          person: string
          tokens: number
        }
        Returns: {
          appeal: string
          day: string
          outcome: string
          reason: string
        }[]
      }
      restore_agent: { Args: { agent: string }; Returns: string }
      restore_deployment: { Args: { id: string }; Returns: string }
      reveal_deployment_key: { Args: { id: string }; Returns: string }
      revoke_deployment_key: { Args: { id: string }; Returns: number }
      rotate_deployment_key: {
        Args: { id: string; key: string; overlap?: string }
        Returns: string
      }
      rotate_webhook_secret: {
        Args: { overlap?: string; webhook: string }
        Returns: string
      }
      save_agent_page: {
        Args: {
          agent: string
          color?: string
          etag: string
          examples: string[]
          readme?: string
        }
        Returns: undefined
      }
      save_picture: {
        Args: { agent: string; person: string; picture: string }
        Returns: string
      }
      save_profile: {
        Args: {
          about: string
          color: string
          etag?: string
          full_name: string
          links: string[]
          mails_failures?: boolean
          mails_reviews?: boolean
        }
        Returns: undefined
      }
      schema_version: { Args: Record<PropertyKey, never>; Returns: string }
      search_listings: {
        Args: {
          after?: Json
          category?: string
          max_price?: number
          min_price?: number
          page_size?: number
          q?: string
          sort?: string
          tags?: string[]
        }
        Returns: {
          agent_id: string
          average_rating: number
          category: string
          color: string | null
          created_at: string
          creator_id: string | null
          creator_name: string | null
          description: string | null
          external_only: boolean
          icon: string | null
          installs: number
          name: string
          price_micros: number
          price_per_message: number | null
          price_per_month: number | null
          pricing_model: string
          rating_sum: number
          review_count: number
          search: unknown
          search_text: string
          tags: string[]
        }[]
        SetofOptions: {
          from: "*"
          to: "agent_listings"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      set_agent_tool_secret: {
        Args: { agent: string; header?: string; secret?: string; url: string }
        Returns: undefined
      }
      set_invoice_issuer: {
        Args: {
          address?: string
          email?: string
          name: string
          tax_id?: string
        }
        Returns: undefined
      }
      set_ledger_rates: {
        Args: { platform_fee: number; tax: number }
        Returns: undefined
      }
      set_model_price: {
        Args: {
          input_per_million: number
          model: string
          output_per_million: number
        }
        Returns: undefined
      }
      set_plan: { Args: { email: string; plan_name: string }; Returns: string }
      set_spend_limit: {
        Args: { amount: number; scope: string; subject: string }
        Returns: undefined
      }
      settle_preview: {
        Args: { address: string; day: string; person: string; tokens: number }
        Returns: undefined
      }
      share_conversation: {
        Args: {
          agent: string
          ciphertext: string
          days?: number
          shows_name?: boolean
        }
        Returns: {
          expires_at: string
          id: string
        }[]
      }
      spend_alerts: {
        Args: Record<PropertyKey, never>
        Returns: {
          amount: number
          name: string
          percent: number
          resets_at: string
          scope: string
          spent: number
          subject: string
        }[]
      }
      suspend: {
        Args: { appeal: string; kind: string; reason: string; subject: string }
        Returns: string
      }
      sweep_deployments: { Args: { job?: string }; Returns: number }
      take_mails: {
        Args: { most?: number }
        Returns: {
          details: Json
          email: string
          id: number
          kind: string
        }[]
      }
      take_payment_cancellations: { Args: { most?: number }; Returns: string[] }
      take_payouts: {
        Args: { most?: number }
        Returns: {
          amount: number
          destination: string
          id: number
          month: string
          rejections: number
        }[]
      }
      take_rate: {
        Args: { most: number; seconds: number; subject: string }
        Returns: number
      }
      take_subscription_checks: {
        Args: { most?: number }
        Returns: {
          subscription: string
          ticket: number
        }[]
      }
      take_tool_calls: {
        Args: { binding: string; subject: string; token_hash: string }
        Returns: Json
      }
      take_webhook_deliveries: {
        Args: { most?: number }
        Returns: {
          created_at: string
          data: Json
          event: string
          id: string
          secrets: string[]
          url: string
        }[]
      }
      test_webhook: { Args: { webhook: string }; Returns: undefined }
      usage_by_day: {
        Args: { days?: number }
        Returns: {
          api_calls: number
          cost: number
          day: string
          deployment: string
          deployment_id: string
          messages: number
        }[]
      }
      usage_page: {
        Args: { after_day?: string; after_deployment?: string; days?: number }
        Returns: {
          api_calls: number
          cost: number
          day: string
          deployment: string
          deployment_id: string
          messages: number
        }[]
      }
      usage_totals: {
        Args: Record<PropertyKey, never>
        Returns: {
          api_calls: number
          cost: number
          messages: number
          period_api_calls: number
          period_cost: number
          period_end: string
          period_messages: number
          period_start: string
          period_storage: number
          storage: number
        }[]
      }
      use_deployment_key: {
        Args: { default_rate?: number; key_hash: string }
        Returns: {
          agent_id: string
          agent_name: string
          allows_system_messages: boolean
          calls_end_at: string
          created_at: string
          deployment_id: string
          requests_per_minute: number
          retry_after: number
          slug: string
          status: string
          user_id: string
          withdrawn_at: string
        }[]
      }
      use_recovery_code: { Args: { code: string }; Returns: boolean }
      user_by_email: { Args: { email: string }; Returns: string }
      webhook_attempted: {
        Args: { id: string; status: number }
        Returns: undefined
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
